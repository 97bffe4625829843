import { toLatin } from './latin.ts'

/** A part of another system: its key, its name there, and a word for its kind. */
export type NamedPart = readonly [key: string, words: string, kind?: string]

/**
 * Step names for parts of another system, by key: the name there where it is valid, made unique. A part whose name has
 * no letter that can be written in A to Z is named by its kind.
 */
export function stepNames(parts: readonly NamedPart[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  // Names that steps may not have.
  const taken = new Set(['END', 'constructor', 'prototype'])
  for (const [key, words, kind = 'Step'] of parts) {
    const plain = wordsOf(words)
    const base = /^[A-Za-z]/.test(plain) ? plain : plain === '' ? wordsOf(kind) : `Step_${plain}`
    let free = base
    for (let number = 2; taken.has(free); number += 1) free = `${base}_${number}`
    taken.add(free)
    names.set(key, free)
  }
  return names
}

function wordsOf(text: string): string {
  return toLatin(text)
    .replace(/[^\w-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 56)
}
