import { createElement, Fragment, type ReactNode } from 'react';

/** Draws parts that have nothing but their places to be told apart by. */
export const renderUnkeyed = <Part>(
  parts: readonly Part[],
  draw: (part: Part, at: number) => ReactNode,
): ReactNode => createElement(Fragment, null, ...parts.map(draw));
