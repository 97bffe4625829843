import { expect, it } from 'vitest'
import { findWords } from './find-words.mjs'

const names = (text: string, path = 'core/example.ts') => findWords(path, text).map(({ name }) => name)

it('a planted name is found, with the term to use', () => {
  expect(findWords('core/example.ts', 'export function listSuspects() {}')).toEqual([
    { path: 'core/example.ts', name: 'listSuspects', word: 'suspects', instead: 'quarantine, isolated process' },
  ])
})

it('types, constants, classes, their members and file names are looked at', () => {
  expect(names('interface Place {}')).toEqual(['Place'])
  expect(names('export const SUSPECT_MS = 1')).toEqual(['SUSPECT_MS'])
  expect(names('export class Host { #rehearse() {} told = 1 }')).toEqual(['rehearse', 'told'])
  expect(names('', 'server/engine/suspect-process.ts')).toEqual(['suspect-process.ts'])
})

it('a word within another word, a local variable, a string and a comment are not', () => {
  expect(names('export const unsuspecting = 1; function f() { const told = "nobody" } // somebody')).toEqual([])
  expect(names('export const place = 1; export type Placement = 1')).toEqual([])
})
