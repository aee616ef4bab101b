import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import type { SetupImage } from '@holdall/contract/setup';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiErrorFrom } from '#shared/api/api-error.ts';
import { pageHeaders } from '#shared/api/page-headers.ts';
import { addressIn } from '#shared/api/address.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { callSetup } from './call-setup.ts';
import { setCachedStatus, useSetup } from './setup.queries.ts';

const keyOf = (name: SetupImage): readonly string[] => ['setup-image', name];

/** Fetches a stored image. It needs a header, which an `img` cannot send. */
const readImage = async (name: SetupImage, signal: AbortSignal): Promise<Blob> => {
  const answer = await fetch(addressIn(setupEndpoints.getSetupImage, { name }), {
    headers: pageHeaders(),
    signal,
  });
  if (!answer.ok) throw apiErrorFrom(answer.status, await answer.text());
  return answer.blob();
};

const formOf = (name: SetupImage, image: Blob): FormData => {
  const form = new FormData();
  form.set('name', name);
  form.set('file', image, name);
  return form;
};

/** Returns the stored image of that name; undefined where there is none. */
export const useStoredImage = (name: SetupImage): Blob | undefined => {
  const isKept = useSetup().kept.images[name];
  const { data } = useQuery({
    queryKey: keyOf(name),
    queryFn: ({ signal }) => readImage(name, signal),
    enabled: isKept,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isKept ? data : undefined;
};

/** Stores or removes an image. */
export const useImageMutations = (name: SetupImage) => {
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: (image: Blob) => callSetup(setupEndpoints.saveSetupImage, { body: formOf(name, image) }),
    onSuccess: async (answer, image) => {
      client.setQueryData(keyOf(name), image);
      await setCachedStatus(client, answer);
    },
  });
  const remove = useMutation({
    mutationFn: () => callSetup(setupEndpoints.removeSetupImage, { params: { name } }),
    onSuccess: (answer) => setCachedStatus(client, answer),
  });
  return { keep, remove };
};
