import { toLatin } from './latin.ts'

/** A part of another system: a key to find its name by, what it is called there, and a word for its kind. */
export type NamedPart = readonly [key: string, words: string, kind?: string]

/**
 * Names of steps for parts of another system, by their keys: what they are
 * called there where that can be a name, each once. One without any letter that
 * can be written in A to Z is named by its kind.
 */
export function stepNames(parts: readonly NamedPart[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  // Names that no step may have.
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
