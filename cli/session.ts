import type { Client } from './client.ts'
import type { Terminal } from './terminal.ts'

/** The context of a command: the options that all commands share, parsed. */
export interface Session {
  readonly terminal: Terminal
  readonly client: Client
  /** Prints answers of the API unchanged, instead of sentences and tables. */
  readonly json: boolean
}

/** Opens the session lazily: commands are defined before the options are parsed. */
export type Connect = () => Session
