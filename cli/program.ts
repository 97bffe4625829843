import { Command, CommanderError } from 'commander'
import { createClient } from './client.ts'
import { CommandError } from './command-error.ts'
import { adminCommand } from './commands/admin.ts'
import { agentSessionCommand } from './commands/agent-session.ts'
import { decideCommand } from './commands/decide.ts'
import { diffCommand } from './commands/diff.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { inboxCommand } from './commands/inbox.ts'
import { loginCommand, logoutCommand } from './commands/login.ts'
import { logsCommand } from './commands/logs.ts'
import { mcpCommand } from './commands/mcp.ts'
import { jumpCommand, markDoneCommand, skipCommand } from './commands/overrides.ts'
import { publishCommand } from './commands/publish.ts'
import { replayCommand } from './commands/replay.ts'
import { runCommand } from './commands/run.ts'
import { runsCommand } from './commands/runs.ts'
import { showCommand } from './commands/show.ts'
import { signalCommand } from './commands/signal.ts'
import { treeCommand } from './commands/tree.ts'
import { typesCommand } from './commands/types.ts'
import { validateCommand } from './commands/validate.ts'
import { variablesCommand } from './commands/variables.ts'
import { cancelCommand, removeCommand, resumeCommand, retryCommand } from './commands/verbs.ts'
import { keyFor } from './login/key-for.ts'
import type { LoginFile } from './login/login-file.ts'
import { paint } from './output/paint.ts'
import { printable } from './output/printable.ts'
import type { Connect, Session, Target } from './session.ts'
import type { Terminal } from './terminal.ts'

export interface ProgramOptions {
  readonly terminal: Terminal
  /** Address of Heddle unless `--url` is given or the environment has one, or the user has logged in to another one. */
  readonly url: string
  /** HEDDLE_URL and HEDDLE_TOKEN. */
  readonly environment: { readonly url: string | undefined; readonly token: string | undefined }
  readonly loginFile: LoginFile
  /** Replaces `fetch`. */
  readonly send?: typeof fetch
}

const commands: readonly ((connect: Connect) => Command)[] = [
  runCommand,
  runsCommand,
  showCommand,
  treeCommand,
  logsCommand,
  signalCommand,
  resumeCommand,
  retryCommand,
  skipCommand,
  markDoneCommand,
  jumpCommand,
  cancelCommand,
  removeCommand,
  inboxCommand,
  decideCommand,
  exportCommand,
  importCommand,
  publishCommand,
  diffCommand,
  validateCommand,
  variablesCommand,
  typesCommand,
  replayCommand,
  mcpCommand,
  loginCommand,
  logoutCommand,
  adminCommand,
  agentSessionCommand,
]

/** Exit code for Ctrl-C, by the convention of shells. */
const INTERRUPTED = 130

/**
 * Runs one command line (without the program's name). The exit code: 0 done, 1 refused or failed, 2 not understood, 130
 * interrupted.
 */
export async function runProgram(words: readonly string[], options: ProgramOptions): Promise<number> {
  const { terminal } = options
  const program = new Command('heddle')
    .description('Heddle workflows from the command line.')
    .option('--url <address>', 'address of Heddle (HEDDLE_URL, or that of the login)')
    .option('--json', 'print the raw API responses')
  const connect: Connect = (target) => openSession(program.opts(), options, target)
  for (const make of commands) program.addCommand(make(connect))
  const nested = program.commands.flatMap(({ commands: within }) => within)
  for (const command of [program, ...program.commands, ...nested]) {
    command
      .exitOverride()
      .showHelpAfterError('(use --help for details)')
      .configureOutput({ writeOut: terminal.out, writeErr: terminal.say, getOutHelpWidth: () => helpWidth(terminal) })
  }
  try {
    await program.parseAsync(words, { from: 'user' })
    return terminal.signal.aborted ? INTERRUPTED : 0
  } catch (error) {
    // Commander has printed the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (terminal.signal.aborted) return INTERRUPTED
    if (!(error instanceof CommandError)) throw error
    if (program.opts().json)
      terminal.say(`${JSON.stringify({ error: { code: error.code, message: error.message } })}\n`)
    else terminal.say(`${paint(terminal, 'red', 'heddle:')} ${printable(error.message)}${hintFor(error)}\n`)
    return error.exitCode
  }
}

/** The session of the options, the environment and the login, in this order. */
function openSession(
  { url: option, json = false }: { readonly url?: string; readonly json?: boolean },
  { terminal, url, environment, loginFile, send }: ProgramOptions,
  target: Target = {},
): Session {
  const isAddressGiven = (option ?? environment.url) !== undefined
  // A named key makes a damaged login irrelevant: logging in again mends it.
  const login = target.key === undefined && !(environment.token && isAddressGiven) ? loginFile.read() : null
  const address = addressOf(target.url ?? option ?? environment.url ?? login?.url ?? url)
  const key =
    target.key === undefined ? keyFor(address, { token: environment.token, login }) : (target.key ?? undefined)
  const client = createClient(address, { key, send, signal: terminal.signal })
  return { terminal, client, json, isAddressGiven, loginFile }
}

const hintFor = ({ code }: CommandError) =>
  code === 'UNAUTHENTICATED' ? ' Log in with "heddle login", or set HEDDLE_TOKEN.' : ''

const helpWidth = ({ columns }: Terminal) => Math.min(columns, 100)

function addressOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  throw new CommandError(`${text} is not an address. Use one such as http://127.0.0.1:3000.`, {
    exitCode: 2,
    code: 'USAGE',
  })
}
