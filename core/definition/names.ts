import { cleanText } from '#core/clean-text.ts'
import { limits } from '#core/limits.ts'
import { END } from './definition.ts'
import { invisibleCharacters } from './escape-invisible.ts'

/** The usual form of a step's name: readable in expressions, addresses and file names. */
const usualStepName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
/**
 * A name is part of addresses, and clients resolve `a/../b` to `b` before a request: no part of a name is `.` or `..`.
 */
export const workflowName = /^(?!.*\/\.{1,2}(?:\/|$))[A-Za-z][A-Za-z0-9_./-]{0,127}$/

/** A derived name with such parts replaced. */
export const withoutDotParts = (name: string): string => name.replace(/(^|\/)\.{1,2}(?=\/|$)/g, '$1_')

/** Longer names are refused, not only warned about: names are keys of rows and parts of addresses. */
const longestName = limits.text.workflowName

/** The place of a step in the calls of the discovery of an envelope, which belongs to no step. */
export const discoveryName = '_envelope_discover'

/** Names with a meaning in JavaScript: refused wherever a text may choose a name. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export function isForbiddenName(name: string): boolean {
  return forbidden.has(name)
}

export interface NameProblem {
  readonly code: 'NAME_INVALID' | 'NAME_RESERVED' | 'NAME_TOO_LONG' | 'NAME_UNUSUAL'
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** What is wrong with the name of a step, or null. */
export function stepNameProblem(name: string): NameProblem | null {
  if (name === END) return reserved('END marks the end of a branch. Choose another name for the step.')
  if (name.startsWith('_fabric_')) return reserved('Names starting with _fabric_ are reserved. Choose another.')
  if (name === discoveryName) return reserved(`${discoveryName} is reserved. Choose another name.`)
  if (isForbiddenName(name)) return reserved(`${name} cannot be a name. Choose another.`)
  if (name.length > longestName) {
    const message = `A name can have up to ${longestName} characters; this one has ${name.length}.`
    return { code: 'NAME_TOO_LONG', severity: 'error', message }
  }
  if (usualStepName.test(name)) return null
  if (cleanText(name) !== name) {
    const message = 'The name contains U+0000 or half of a character pair, which cannot be stored. Retype it.'
    return { code: 'NAME_INVALID', severity: 'error', message }
  }
  const unseen = invisibleCharacters(name)
  if (unseen.length > 0) {
    const message = `The name contains invisible characters (${unseen.join(', ')}), so two names may look alike. Retype it.`
    return { code: 'NAME_UNUSUAL', severity: 'warning', message }
  }
  const message = 'Unusual name. Letters, digits, _ and -, starting with a letter, are easier to refer to.'
  return { code: 'NAME_UNUSUAL', severity: 'warning', message }
}

function reserved(message: string): NameProblem {
  return { code: 'NAME_RESERVED', severity: 'error', message }
}
