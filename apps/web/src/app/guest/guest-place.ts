import { linkOf } from '#shared/paths/paths.ts';
import { useLocation } from '#shared/router/location.ts';
import { paramsOf } from '../route-params.ts';

const folderPattern = /\/files\/(?<id>[^/]+)\/?$/;

/** Returns the part of the address after the link: `/files/…`, `/file`; empty for the link itself. */
export const useGuestPath = (): string => {
  const { pathname } = useLocation();
  return pathname.slice(linkOf(pathname)?.length ?? 0).replace(/\/$/, '');
};

/** The folder that the address of a shared folder names; undefined for the shared one itself. */
export const useGuestFolder = (): string | undefined =>
  paramsOf({ pattern: folderPattern }, useGuestPath())['id'];

const tokenPattern = /^\/share\/(?<token>[^/]+)/;

/** The token of the link that a path is below. */
export const tokenOf = (pathname: string): string =>
  paramsOf({ pattern: tokenPattern }, pathname)['token'] ?? '';

export const useToken = (): string => tokenOf(useLocation().pathname);
