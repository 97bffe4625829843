import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import type { Connect } from '../session.ts'

const scripts = join(import.meta.dirname, '..', '..', 'server', 'processes')

/** Commands for the operator of the machine, by the database and not by the API. */
export function adminCommand(connect: Connect): Command {
  return new Command('admin')
    .description('work on the database of this machine, as its operator')
    .addCommand(
      new Command('reset-link')
        .description('print a link by which an account sets a new password, once and within an hour')
        .argument('<e-mail>', 'the address of the account')
        .action((email: string) => runScript(connect, 'reset-link.ts', [email])),
    )
    .addCommand(
      new Command('erase-person')
        .description('erase the name, addresses and login of a person for good; the id stays in what they did')
        .argument('<id>', 'the id of the person')
        .requiredOption('--confirm <id>', 'the id once more: it cannot be undone')
        .option('--owner <owner>', 'the owner of the person', 'local')
        .action((id: string, { confirm, owner }: { confirm: string; owner: string }) => {
          if (confirm !== id)
            throw new CommandError(`--confirm ${confirm} is not ${id}.`, { exitCode: 2, code: 'INVALID_INPUT' })
          return runScript(connect, 'erase-person.ts', [id, owner])
        }),
    )
}

async function runScript(connect: Connect, script: string, parameters: readonly string[]): Promise<void> {
  const { terminal } = connect({ key: null })
  // The package for programs has the command line without the server.
  if (!existsSync(scripts))
    throw new CommandError('This command works on the database: run it where the server of Heddle is installed.', {
      exitCode: 1,
      code: 'REFUSED',
    })
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(scripts, script), ...parameters],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let refusal = ''
  child.stdout.on('data', (written: Buffer) => terminal.out(written.toString()))
  child.stderr.on('data', (written: Buffer) => {
    refusal += written.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new CommandError(refusal.trim(), { exitCode: 1, code: 'REFUSED' })
}
