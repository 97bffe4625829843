import type { Client } from './client.ts'
import type { LoginFile } from './login/login-file.ts'
import type { Terminal } from './terminal.ts'

/** The context of a command: the options that all commands share, parsed. */
export interface Session {
  readonly terminal: Terminal
  readonly client: Client
  /** The address was given as an option or by the environment, and is no default. */
  readonly isAddressGiven: boolean
  readonly loginFile: LoginFile
  /** Prints answers of the API unchanged, instead of sentences and tables. */
  readonly json: boolean
}

/** Another address or key than the options, the environment and the login say; a null key is none. */
export interface Target {
  readonly url?: string
  readonly key?: string | null
}

/** Opens the session lazily: commands are defined before the options are parsed. */
export type Connect = (target?: Target) => Session
