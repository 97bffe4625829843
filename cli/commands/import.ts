import { Command } from 'commander'
import type { LocatedProblem } from '#core/definition/problems/located.ts'
import { type ReadFile, readFile } from '#importers/read-file.ts'
import { systems } from '#importers/systems.ts'
import { CommandError } from '../command-error.ts'
import { paint } from '../output/paint.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import type { Connect, Session } from '../session.ts'
import { readSource } from '../values.ts'
import { yamlBody } from '../yaml-body.ts'
import { tellProblems } from './tell-problems.ts'
import { validateHere } from './validate-here.ts'

type Answer =
  | { readonly workflows: readonly { readonly name: string; readonly version: number }[] }
  | {
      readonly error: { readonly code: string; readonly message: string }
      readonly problems?: readonly LocatedProblem[]
    }

export function importCommand(connect: Connect): Command {
  return new Command('import')
    .description('publish workflows from YAML files, or from n8n, GitHub Actions and Argo files')
    .argument('<files...>', '- reads standard input; a file with an error is not published')
    .option('--dry-run', 'only preview the result, and print the YAML')
    .action(async (files: string[], { dryRun }: { dryRun?: true }) => {
      const session = connect()
      const answers: unknown[] = []
      let refused = 0
      for (const file of files) {
        const read = readFile(await readSource(session.terminal, file), file === '-' ? undefined : file)
        tellNotes(session, file, read)
        if (dryRun) {
          const { valid, workflows } = validateHere(read.text)
          if (!valid) refused += 1
          if (session.json) answers.push({ file, ...read })
          else session.terminal.out(read.text)
          // Notes are printed beside the YAML, which may go into a file.
          const { terminal } = session
          const beside = { ...terminal, out: (text: string) => terminal.say(text) }
          for (const { problems } of workflows) tellProblems(beside, file, problems)
          continue
        }
        const { client } = session
        const answer = await client.toldOrRefused(client.api.POST('/v1/workflows', yamlBody(read.text)), [422])
        answers.push({ file, ...answer })
        if ('error' in answer) refused += 1
        if (!session.json) tell(session, file, answer)
      }
      if (session.json) printJson(session.terminal, answers)
      if (refused > 0) {
        const fate = dryRun ? 'cannot be published' : 'were not published'
        throw new CommandError(`${refused} of ${files.length} files ${fate}.`)
      }
    })
}

function tell({ terminal, client }: Session, file: string, answer: Answer): void {
  if ('error' in answer) {
    const { problems = [], error } = answer
    if (problems.length === 0) terminal.out(`${file}: ${printable(error.message)}\n`)
    tellProblems(terminal, file, problems)
    return
  }
  for (const { name, version } of answer.workflows) {
    const page = new URL(`/workflows/${encodeURIComponent(name)}`, client.url)
    terminal.out(`${file}: published ${printable(name)} as version ${version}: ${page}\n`)
  }
}

/** Prints what the import of another system's workflow lost. */
function tellNotes({ terminal }: Session, file: string, { from, notes }: ReadFile): void {
  if (from === 'heddle') return
  terminal.say(`${file} is a workflow from ${systems[from]}.\n`)
  for (const { fate, part, message } of notes) {
    const style = fate === 'lost' ? 'red' : 'yellow'
    terminal.say(`  ${paint(terminal, style, fate.padEnd(10))} ${printable(part)}: ${printable(message)}\n`)
  }
}
