import type { z } from 'zod'

/** The problem of a value in plain words: the schema's own message if it has one, otherwise a message from here. */
export function plainIssue(issue: z.core.$ZodIssue): string {
  return (isOfLibrary.test(issue.message) ? wordsOf(issue) : null) ?? issue.message
}

/** Default messages of the validator begin with these words. */
const isOfLibrary = /^(Invalid|Too (big|small))\b/

function wordsOf(issue: z.core.$ZodIssue): string | null {
  switch (issue.code) {
    case 'too_big':
      return boundWords(issue.origin, 'most', Number(issue.maximum), issue.inclusive ?? true)
    case 'too_small':
      return boundWords(issue.origin, 'least', Number(issue.minimum), issue.inclusive ?? true)
    case 'invalid_value':
      return issue.values.length === 1
        ? `${String(issue.values[0])} is required.`
        : `This must be one of: ${issue.values.map(String).join(', ')}.`
    case 'invalid_type':
      // The value itself is not in the issue.
      if (issue.message.endsWith('received undefined')) return 'This is required.'
      return `${kinds[issue.expected] ?? issue.expected} is required.`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is not an id.' : 'This does not have the required format.'
    case 'invalid_union':
      return 'This is not a valid value here.'
    default:
      return null
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'A text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'true or false',
  array: 'A list',
  object: 'An object',
  record: 'An object',
}

function boundWords(origin: string, edge: 'most' | 'least', bound: number, isInclusive: boolean): string {
  if (origin === 'string' || origin === 'array' || origin === 'set') {
    if (edge === 'least' && bound === 1) return 'This must not be empty.'
    const one = origin === 'string' ? 'character' : 'entry'
    const many = origin === 'string' ? 'characters' : 'entries'
    return `At ${edge} ${bound} ${bound === 1 ? `${one} is` : `${many} are`} required.`
  }
  if (isInclusive) return `This must be at ${edge} ${bound}.`
  return `This must be ${edge === 'most' ? 'less' : 'more'} than ${bound}.`
}
