import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import type { Connect } from '../session.ts'

const script = join(import.meta.dirname, '..', '..', 'server', 'processes', 'reset-link.ts')

/** Commands for the operator of the machine, by the database and not by the API. */
export function adminCommand(connect: Connect): Command {
  return new Command('admin').description('work on the database of this machine, as its operator').addCommand(
    new Command('reset-link')
      .description('print a link by which an account sets a new password, once and within an hour')
      .argument('<e-mail>', 'the address of the account')
      .action(async (email: string) => {
        const { terminal } = connect({ key: null })
        const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, email], {
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        let refusal = ''
        child.stdout.on('data', (written: Buffer) => terminal.out(written.toString()))
        child.stderr.on('data', (written: Buffer) => {
          refusal += written.toString()
        })
        const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
        if (code !== 0) throw new CommandError(refusal.trim(), { exitCode: 1, code: 'REFUSED' })
      }),
  )
}
