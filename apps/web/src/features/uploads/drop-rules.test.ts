// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import {
  carriesFiles,
  countDragged,
  fileNameTime,
  isClipboardImage,
  isTextField,
  uploadTargetOf,
} from './drop-rules.ts';

beforeEach(() => {
  document.body.innerHTML = `
    <div data-drop-folder="f1" data-drop-name="Invoices"><span id="inside"></span></div>
    <div data-drop-folder="root" data-drop-name="Home"><span id="top"></span></div>
    <div data-drop="trash"><span id="trash"></span></div>
    <p id="outside"></p>
    <input id="input" /><div contenteditable><b id="rich"></b></div>`;
});

const byId = (id: string): Element | null => document.getElementById(id);

describe('the kinds of drags', () => {
  test.each([
    [['Files'], true],
    [['text/plain', 'Files'], true],
    [['application/x-holdall-items'], false],
    [['text/html', 'text/uri-list'], false],
  ])('%j: %s', (types, carries) => {
    expect(carriesFiles({ types })).toBe(carries);
  });

  test('a missing transfer has no files', () => {
    expect(carriesFiles(null)).toBe(false);
  });

  test('the number of files where the browser reveals it, else 0', () => {
    const items = [{ kind: 'file' }, { kind: 'string' }, { kind: 'file' }] as unknown as DataTransferItemList;
    expect(countDragged({ items })).toBe(2);
    expect(countDragged({ items: [] as unknown as DataTransferItemList })).toBe(0);
  });
});

describe('the destinations of drops', () => {
  test('to the folder whose row is under the pointer', () => {
    expect(uploadTargetOf(byId('top'))).toMatchObject({ folderId: null, folderName: 'Home' });
    expect(uploadTargetOf(byId('inside'))).toMatchObject({ folderId: 'f1', folderName: 'Invoices' });
  });

  test.each(['outside', 'trash'])('%s: to no folder', (id) => {
    expect(uploadTargetOf(byId(id))).toBeUndefined();
    expect(uploadTargetOf(null)).toBeUndefined();
  });
});

test('a paste into a text field is left alone', () => {
  expect(isTextField(byId('input'))).toBe(true);
  expect(isTextField(byId('rich'))).toBe(true);
  expect(isTextField(byId('outside'))).toBe(false);
  expect(isTextField(document)).toBe(false);
});

test('times in file names are local and contain no colon', () => {
  expect(fileNameTime(new Date(2026, 10, 3, 4, 5, 6))).toBe('2026-11-03 04.05.06');
});

test("only the browsers' names for a clipboard picture are recognised", () => {
  expect(isClipboardImage({ name: 'image.png', type: 'image/png' })).toBe(true);
  expect(isClipboardImage({ name: 'fjord.png', type: 'image/png' })).toBe(false);
  expect(isClipboardImage({ name: 'image.txt', type: 'text/plain' })).toBe(false);
});
