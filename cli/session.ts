import type { Client } from './client.ts'
import type { Terminal } from './terminal.ts'

/** What a command works with, once the options that all commands have were read. */
export interface Session {
  readonly terminal: Terminal
  readonly client: Client
  /** Answers of the API as they came, instead of sentences and tables. */
  readonly json: boolean
}

/** Commands are made before the options are read. */
export type Connect = () => Session
