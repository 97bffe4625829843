/**
 * The functions that an expression may call: CEL's own, as far as their values
 * are JSON or times, and the few of CEL's string extension that templates need.
 * One table for parsing (names, counts), the checks and the completions.
 */
export interface FunctionSpec {
  readonly name: FunctionName
  /** What it is called on, as `target.name(…)`; absent for `name(…)`. */
  readonly target?: ArgumentKind
  readonly arguments: readonly ArgumentKind[]
  /** How many of the arguments may be left out. */
  readonly optional?: number
  readonly result: 'resource' | 'boolean' | 'number' | 'string' | 'list of strings' | 'timestamp' | 'duration' | 'any'
  readonly detail: string
  /** Only the conditions of an envelope may call it. */
  readonly ofWorld?: true
}

export type ArgumentKind = 'any' | 'string' | 'number' | 'countable' | 'list' | 'time'

export type FunctionName =
  | 'size'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'matches'
  | 'lowerAscii'
  | 'upperAscii'
  | 'trim'
  | 'split'
  | 'join'
  | 'replace'
  | 'string'
  | 'int'
  | 'uint'
  | 'double'
  | 'bool'
  | 'dyn'
  | 'timestamp'
  | 'duration'
  | 'resources'
  | TimePart

const timeParts = [
  'getFullYear',
  'getMonth',
  'getDate',
  'getDayOfMonth',
  'getDayOfYear',
  'getDayOfWeek',
  'getHours',
  'getMinutes',
  'getSeconds',
  'getMilliseconds',
] as const
type TimePart = (typeof timeParts)[number]

export function isTimePart(name: string): name is TimePart {
  return (timeParts as readonly string[]).includes(name)
}

export const functions: readonly FunctionSpec[] = [
  {
    name: 'size',
    target: 'countable',
    arguments: [],
    result: 'number',
    detail: 'The number of characters of a text, elements of a list or keys of a map.',
  },
  {
    name: 'size',
    arguments: ['countable'],
    result: 'number',
    detail: 'The number of characters of a text, elements of a list or keys of a map.',
  },
  {
    name: 'contains',
    target: 'string',
    arguments: ['string'],
    result: 'boolean',
    detail: 'Whether the text contains the given text.',
  },
  {
    name: 'startsWith',
    target: 'string',
    arguments: ['string'],
    result: 'boolean',
    detail: 'Whether the text starts with the given text.',
  },
  {
    name: 'endsWith',
    target: 'string',
    arguments: ['string'],
    result: 'boolean',
    detail: 'Whether the text ends with the given text.',
  },
  {
    name: 'matches',
    target: 'string',
    arguments: ['string'],
    result: 'boolean',
    detail: 'Whether the RE2 pattern matches anywhere in the text.',
  },
  {
    name: 'matches',
    arguments: ['string', 'string'],
    result: 'boolean',
    detail: 'Whether the RE2 pattern matches anywhere in the text.',
  },
  {
    name: 'lowerAscii',
    target: 'string',
    arguments: [],
    result: 'string',
    detail: 'The text with A to Z in lower case.',
  },
  {
    name: 'upperAscii',
    target: 'string',
    arguments: [],
    result: 'string',
    detail: 'The text with a to z in upper case.',
  },
  {
    name: 'trim',
    target: 'string',
    arguments: [],
    result: 'string',
    detail: 'The text without leading and trailing spaces.',
  },
  {
    name: 'split',
    target: 'string',
    arguments: ['string'],
    result: 'list of strings',
    detail: 'The parts between the given separator.',
  },
  {
    name: 'join',
    target: 'list',
    arguments: ['string'],
    optional: 1,
    result: 'string',
    detail: 'A list of texts joined with a separator.',
  },
  {
    name: 'replace',
    target: 'string',
    arguments: ['string', 'string'],
    result: 'string',
    detail: 'The text with every occurrence of the first text replaced by the second.',
  },
  { name: 'string', arguments: ['any'], result: 'string', detail: 'The value as text.' },
  {
    name: 'int',
    arguments: ['any'],
    result: 'number',
    detail: 'A whole number: parsed from text, or the number without its fraction.',
  },
  { name: 'uint', arguments: ['any'], result: 'number', detail: 'Like int, but never below zero.' },
  { name: 'double', arguments: ['any'], result: 'number', detail: 'A number, also from text.' },
  { name: 'bool', arguments: ['any'], result: 'boolean', detail: 'The text "true" or "false" as a boolean.' },
  { name: 'dyn', arguments: ['any'], result: 'any', detail: 'The value itself, with any type.' },
  {
    name: 'timestamp',
    arguments: ['any'],
    result: 'timestamp',
    detail: 'A time from text such as "2026-01-31T09:30:00Z".',
  },
  {
    name: 'duration',
    arguments: ['any'],
    result: 'duration',
    detail: 'A duration from text such as "1h30m".',
  },
  {
    name: 'resources',
    arguments: ['string'],
    result: 'resource',
    detail:
      'The state of a resource: `free`, `holders` (run ids) and `waiting` (a number). Only in the conditions of an envelope.',
    ofWorld: true,
  },
  ...timeParts.map(
    (name): FunctionSpec => ({
      name,
      target: 'time',
      arguments: ['string'],
      optional: 1,
      result: 'number',
      detail: 'A part of a time in UTC, or at an offset such as "+02:00".',
    }),
  ),
]

/** The macros that go over a list or the keys of a map, with what they make. */
export const macros = [
  { name: 'exists', detail: 'Whether the condition is true for at least one element.' },
  { name: 'all', detail: 'Whether the condition is true for every element.' },
  { name: 'exists_one', detail: 'Whether the condition is true for exactly one element.' },
  { name: 'filter', detail: 'The elements for which the condition is true.' },
  { name: 'map', detail: 'The result of the expression for each element.' },
] as const

/** What people write from habit, and what it is called here. */
export const otherNames: Readonly<Record<string, string>> = {
  length: 'size',
  count: 'size',
  lower: 'lowerAscii',
  upper: 'upperAscii',
  toLowerCase: 'lowerAscii',
  toUpperCase: 'upperAscii',
  toString: 'string',
  str: 'string',
  float: 'double',
  Number: 'double',
  includes: 'contains',
  startswith: 'startsWith',
  endswith: 'endsWith',
  strip: 'trim',
  any: 'exists',
  some: 'exists',
  every: 'all',
}

export function findFunction(name: string, onTarget: boolean): FunctionSpec | undefined {
  return functions.find((one) => one.name === name && (one.target !== undefined) === onTarget)
}
