import type { Cpu } from '../cpu.ts'

/** What the engine process did since it was told to expect runs. Instants by `nowMs`. */
export interface Marks {
  /** The claim that took the first of them was sent. */
  readonly claimBegunAt: number
  /** The `started` of the first step of the first of them was acknowledged. */
  readonly firstStartedAt: number
  /** The end of the last of them was acknowledged. */
  readonly lastEndedAt: number
  /** Commits, claims included. */
  readonly flushes: number
  readonly claims: number
  readonly appends: number
  /** Batches of timers that were fired, with the instant of the acknowledgement by the wall clock. */
  readonly fires: readonly { readonly timers: number; readonly at: number }[]
}

export interface Usage {
  readonly cpu: Cpu
  readonly rssBytes: number
  readonly heapBytes: number
}

export type ToEngine =
  | { readonly expect: number }
  /** Take no runs until told to go on. */
  | { readonly hold: true }
  | { readonly go: true }
  | { readonly usage: { readonly collectGarbage: boolean } }
  | { readonly stop: true }

export type FromEngine =
  | { readonly ready: true }
  | { readonly held: true }
  | { readonly expecting: true }
  | { readonly ended: Marks }
  | { readonly usage: Usage }

/** Asks a process with `retained-memory.ts` in it. */
export const askRetained = 'What is kept?'
/** Objects, and buffers outside of the heap, that are left after a collection. */
export interface RetainedMemory {
  readonly keptBytes: number
  /** As it was before the collection. */
  readonly before: MemoryUse
  readonly after: MemoryUse
}

/** Where the memory of a process is, in bytes. */
export interface MemoryUse {
  readonly resident: number
  /** What V8 has of the system for its heap, and how much of it is in the young generation. */
  readonly heap: number
  readonly young: number
  readonly used: number
  readonly buffers: number
}

/** What an engine process is started with. */
export interface EngineArguments {
  readonly databaseUrl: string
  readonly functionsFolder: string
  /** Report the end of this many runs, from the very start. */
  readonly expect?: number
  /** Call functions in the engine's own thread, as no engine should: to see what threads cost. */
  readonly inline?: boolean
  /** Settings of the environment, by their names. */
  readonly settings?: Readonly<Record<string, string>>
}
