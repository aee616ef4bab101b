import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sniff } from '#lib/media/media-sniff.ts';
import { bareMediaType, categoryOf, extensionOf, mediaTypeOf } from '#lib/media/media-type.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const png = latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
const zip = (name: string): Buffer =>
  Buffer.concat([latin('PK\x03\x04'), Buffer.alloc(26), Buffer.from(name), deflateRawSync('x')]);

describe('extensionOf', () => {
  it.each([
    ['photo.JPG', 'jpg'],
    ['archive.tar.gz', 'gz'],
    ['virus.exe.', 'exe'],
    ['virus.exe . .', 'exe'],
    ['virus.exe\u200b', 'exe'],
    ['virus. exe', 'exe'],
    ['.htaccess', 'htaccess'],
    ['README', ''],
    ['...', ''],
  ])('%j → %j', (name, extension) => expect(extensionOf(name)).toBe(extension));
});

describe('sniff', () => {
  it.each([
    ['image/png', png],
    ['image/webp', latin('RIFF\0\0\0\0WEBPVP8 ')],
    ['image/bmp', latin('BM\x46\x12\0\0\0\0\0\0\x36')],
    ['image/avif', latin('\0\0\0 ftypavif')],
    ['video/mp4', latin('\0\0\0 ftypisom')],
    ['video/webm', latin('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7B\x82\x84webm')],
    ['application/pdf', latin('%PDF-1.7')],
    ['application/zip', zip('a.txt')],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip('word/document.xml')],
    ['application/gzip', gzipSync('x')],
    ['application/x-msdownload', latin('MZ\x90\0\x03')],
    ['text/x-shellscript', latin('#!/bin/sh\n')],
    ['text/html', latin('\xef\xbb\xbf \n<!DOCTYPE HTML><p>')],
    ['text/html', latin('<script>alert(1)</script>')],
    ['image/svg+xml', latin('<?xml version="1.0"?>\n<!-- x --><svg xmlns="…">')],
    ['application/xhtml+xml', latin('<?xml version="1.0"?><html xmlns="…">')],
    ['application/x-httpd-php', latin('<?php echo 1;')],
  ])('%s', (type, head) => expect(sniff(head)?.type).toBe(type));

  it.each(['', 'just words', '<3 hearts', 'BMW', 'MZ is a name'])('%j is nothing special', (text) =>
    expect(sniff(latin(text))).toBeUndefined(),
  );
});

describe('mediaTypeOf', () => {
  it.each([
    ['photo.png', png, 'image/png'],
    ['renamed.txt', png, 'image/png'],
    [
      'letter.docx',
      zip('[Content_Types].xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['app.apk', zip('META-INF/MANIFEST.MF'), 'application/vnd.android.package-archive'],
    ['fake.png', zip('a.txt'), 'application/zip'],
    ['fake.png', latin('only text'), 'text/plain'],
    ['page.txt', latin('<html><script>'), 'text/html'],
    ['main.ts', latin('export const a = 1;'), 'text/plain'],
    ['film.ts', latin('\x47\x40\0\x10'), 'video/mp2t'],
    ['odd.mp3', latin('\xff\xe3\0\0'), 'audio/mpeg'],
    ['notes.md', latin('# Notes'), 'text/markdown'],
    ['data.json', latin('{}'), 'application/json'],
    ['Makefile', latin('all:\n'), 'text/plain'],
    ['empty.png', latin(''), 'image/png'],
    ['empty', latin(''), 'application/octet-stream'],
    ['noise', latin('\0\x01\x02\x03'), 'application/octet-stream'],
  ])('%s → %s', (name, head, type) => expect(mediaTypeOf(name, head)).toBe(type));

  it('takes a character cut at the end of the bytes for text', () => {
    expect(mediaTypeOf('x', Buffer.from('añ').subarray(0, 2))).toBe('text/plain');
  });
});

describe('categoryOf', () => {
  it.each([
    ['image/svg+xml', 'images'],
    ['video/mp4', 'videos'],
    ['audio/flac', 'audios'],
    ['application/pdf', 'documents'],
    ['text/plain', 'documents'],
    ['application/vnd.oasis.opendocument.text', 'documents'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'documents'],
    ['application/msword', 'documents'],
    ['application/zip', 'others'],
    ['application/octet-stream', 'others'],
  ])('%s → %s', (type, category) => expect(categoryOf(type)).toBe(category));
});

describe('bareMediaType', () => {
  it.each([
    ['Text/HTML; charset=utf-8', 'text/html'],
    ['nonsense', undefined],
    ['', undefined],
    [undefined, undefined],
    ['a/b\r\nc: d', undefined],
  ])('%j → %j', (header, bare) => expect(bareMediaType(header)).toBe(bare));
});
