import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { saveAs } from './download.ts';
import { addressOf, call } from '#shared/api/client.ts';
import { itemsOf, type Batch } from './batch.ts';

/** The longest address that every server and proxy accepts, in characters. */
const longestAddress = 2000;

/** Returns the address of the archive of several items or of a folder; the server names it. */
const zipAddress = async (batch: Batch): Promise<string> => {
  const named = itemsOf(batch);
  if ('items' in named) {
    const items = named.items?.map(({ id, type }) => `${id}|${type}`).join(',');
    const address = addressOf(itemEndpoints.zip, {}, { items });
    if (address.length <= longestAddress) return address;
  }
  return (await call(itemEndpoints.prepareZip, { body: named })).data.url;
};

/** Hands the archive to the browser's downloads. */
export const downloadZip = async (batch: Batch): Promise<void> => saveAs(await zipAddress(batch));
