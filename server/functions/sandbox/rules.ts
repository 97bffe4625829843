/** What a body must not use, because its replay would give something else; each with what to use instead. */

export type SandboxCode =
  | 'SANDBOX_TIME'
  | 'SANDBOX_RANDOM'
  | 'SANDBOX_TIMER'
  | 'SANDBOX_PROCESS'
  | 'SANDBOX_NETWORK'
  | 'SANDBOX_IMPORT'
  | 'SANDBOX_AWAIT'
  | 'SANDBOX_MODULE_STATE'
  | 'SANDBOX_MEMORY'
  | 'SANDBOX_EVAL'
  | 'SANDBOX_GLOBAL'
  | 'SANDBOX_SYNTAX'

/** A located finding about the source of a workflow. Lines and columns count from 1. */
export interface SandboxProblem {
  readonly code: SandboxCode
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

export interface Rule {
  readonly code: SandboxCode
  /** What to do instead, as an imperative sentence. */
  readonly instead: string
}

const time: Rule = { code: 'SANDBOX_TIME', instead: 'Use now() of heddle/workflow, or new Date(now()).' }
const chance: Rule = { code: 'SANDBOX_RANDOM', instead: 'Use random() or uuid() of heddle/workflow.' }
const timer: Rule = { code: 'SANDBOX_TIMER', instead: 'Use sleep() or condition() of heddle/workflow.' }
const activity = (what: string) => `${what} in an activity.`
const process: Rule = { code: 'SANDBOX_PROCESS', instead: activity('Read the environment') }
const network: Rule = { code: 'SANDBOX_NETWORK', instead: activity('Make the request') }
const memory: Rule = { code: 'SANDBOX_MEMORY', instead: 'Keep the value in a variable of the body.' }
const code: Rule = { code: 'SANDBOX_EVAL', instead: 'Write the code as a function.' }
const world: Rule = { code: 'SANDBOX_GLOBAL', instead: 'Use what ECMAScript has, or call an activity.' }

export const timeRule = time
export const chanceRule = chance
export const importRule: Rule = {
  code: 'SANDBOX_IMPORT',
  instead: 'Import heddle/workflow, relative files and types only; use other packages in activities.',
}
export const awaitRule: Rule = { code: 'SANDBOX_AWAIT', instead: 'Await within the body.' }
export const moduleStateRule: Rule = {
  code: 'SANDBOX_MODULE_STATE',
  instead: 'Runs share the module: keep state in the body, or freeze the value with Object.freeze.',
}

/** Globals that are refused in every use. `Date` and `Math` have uses that are allowed (global-use.ts). */
export const refusedGlobals: { readonly [name: string]: Rule } = {
  performance: time,
  Temporal: time,
  crypto: chance,
  setTimeout: timer,
  setInterval: timer,
  setImmediate: timer,
  clearTimeout: timer,
  clearInterval: timer,
  clearImmediate: timer,
  queueMicrotask: timer,
  process,
  Deno: process,
  Bun: process,
  require: { code: 'SANDBOX_IMPORT', instead: importRule.instead },
  module: { code: 'SANDBOX_IMPORT', instead: importRule.instead },
  fetch: network,
  WebSocket: network,
  EventSource: network,
  XMLHttpRequest: network,
  WeakRef: memory,
  FinalizationRegistry: memory,
  Atomics: memory,
  SharedArrayBuffer: memory,
  eval: code,
  Function: code,
  WebAssembly: code,
  globalThis: world,
  global: world,
  window: world,
  self: world,
  console: { code: 'SANDBOX_GLOBAL', instead: 'Use milestone() of heddle/workflow, or log in an activity.' },
  Buffer: world,
  URL: world,
  AbortController: world,
  structuredClone: world,
  navigator: world,
}
