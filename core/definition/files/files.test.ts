import { describe, expect, it } from 'vitest'
import { typeOfSchema } from '#core/expression/check/types.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { fileRulesOf } from '../schema/check-file.ts'
import { checkSchema } from '../schema/check-schema.ts'
import { validateJson } from '../schema/json-schema.ts'
import { cleanFileName } from './file-name.ts'
import { fileIdsIn, filesIn, fileValueOf } from './file-value.ts'
import { isAccepted, mediaTypeOf, refusedFile, unknownType } from './media-types.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const id = 'a1'.repeat(32)
const file = { heddle_file: id, name: 'a.pdf', media_type: 'application/pdf', bytes: 1_000 }

describe('the name of a file', () => {
  it.each([
    ['C:\\Users\\ana\\Invoice 7.pdf', 'Invoice 7.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['cod\u202efdp.exe', 'codfdp.exe'],
    ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie x.txt'],
    ['..', 'file'],
    ['', 'file'],
    ['Ärger.PDF', 'Ärger.PDF'],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleanFileName(given)).toBe(kept)
  })

  it('is cut before its ending', () => {
    const name = cleanFileName(`${'x'.repeat(1_000)}.pdf`)
    expect(name).toHaveLength(limits.uploads.nameCharacters)
    expect(name).toMatch(/x\.pdf$/)
  })
})

describe('the kind of a file', () => {
  it('follows its name', () => {
    expect([mediaTypeOf('a.PDF'), mediaTypeOf('a.tar.gz'), mediaTypeOf('README')]).toEqual([
      'application/pdf',
      'application/gzip',
      unknownType,
    ])
  })

  it.each([
    ['invoice.pdf.exe', 'MZ', 'program'],
    ['run.ps1', 'Get-Item', 'program'],
    ['picture.png', 'MZ', 'program'],
    ['notes.txt', '#!/bin/sh', 'program'],
    ['picture.png', '%PDF-1.7', 'is not that of a .png file'],
    ['table.xlsx', 'a;b;c', 'is not that of a .xlsx file'],
  ])('%s that begins with %j is refused', (name, content, reason) => {
    expect(refusedFile(name, bytes(content))).toContain(reason)
  })

  it.each([
    ['a.pdf', '%PDF-1.7'],
    ['a.png', '\x89PNG\r\n\x1a\n…'],
    ['a.docx', 'PK\x03\x04'],
    ['a.txt', 'MZ'.toLowerCase()],
    ['a.unknown', 'anything'],
  ])('%s that begins with %j is taken', (name, content) => {
    expect(refusedFile(name, bytes(content))).toBeNull()
  })

  it('is accepted by media type, by its group or by ending', () => {
    const accepted = (accept: readonly string[]) => isAccepted(accept, 'a.png', 'image/png')
    expect([[], ['image/*'], ['image/png'], ['.PNG '], ['.pdf', 'image/jpeg']].map(accepted)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })
})

describe('a file in a value', () => {
  it('is found with its place, also where it is none that was uploaded', () => {
    expect(fileValueOf(file)).toEqual(file)
    expect(fileValueOf({ ...file, more: 1 })).toBeNull()
    expect(fileValueOf('a.pdf')).toBeNull()
    expect(filesIn('a.pdf')).toEqual([])
    expect(filesIn({ a: [file, 1], b: { heddle_file: 'x' } })).toEqual([
      { path: 'a.0', id, file },
      { path: 'b', id: 'x', file: null },
    ])
    expect(
      fileIdsIn(JSON.stringify([{ a: file }, file, { text: JSON.stringify({ heddle_file: 'b'.repeat(64) }) }])),
    ).toEqual([id])
    expect(fileIdsIn('[]')).toEqual([])
  })

  it('has parts that an expression knows', () => {
    const type = typeOfSchema({ type: 'object', format: 'heddle-file' })
    expect(type).toMatchObject({ kind: 'object' })
    expect(JSON.stringify(type)).toContain('media_type')
  })

  it('is accepted by a list of texts alone', () => {
    const problem = (accept: Json) => checkSchema({ type: 'object', format: 'heddle-file', accept })
    expect(problem(['.pdf', 'image/*'])).toBeNull()
    expect(problem('.pdf')).toContain('must be a list of texts')
    expect(problem([1])).toContain('must be a list of texts')
  })

  it('has the rules of a schema of a file alone', () => {
    expect(fileRulesOf({ type: 'string' })).toBeNull()
    expect(fileRulesOf({ format: 'heddle-file', accept: ['.pdf'], maxBytes: 9 })).toEqual({
      accept: ['.pdf'],
      maxBytes: 9,
    })
  })

  it('is checked by its schema', () => {
    const errors = (schema: object, value: object | string | null) =>
      validateJson(
        { type: 'object', properties: { f: { format: 'heddle-file', ...schema } } },
        { f: value as never },
      ).map(({ path, message }) => `${path}: ${message}`)
    expect(errors({}, file)).toEqual([])
    expect(errors({}, { name: 'a.pdf' })).toEqual(['f: This must be an uploaded file.'])
    expect(errors({}, 'a.pdf')).toEqual(['f: This must be an uploaded file.'])
    expect(errors({ accept: ['image/*'] }, file)).toEqual(['f: a.pdf is not accepted here. Accepted: image/*.'])
    expect(errors({ maxBytes: 999 }, file)).toHaveLength(1)
    expect(errors({ maxBytes: 1_000 }, file)).toEqual([])
    expect(errors({}, { ...file, bytes: limits.uploads.bytes + 1 })).toEqual([
      'f: a.pdf is too large. The largest file has 10 MB.',
    ])
  })
})
