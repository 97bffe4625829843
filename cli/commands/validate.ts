import { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { printJson } from '../output/print-json.ts'
import type { Connect, Session } from '../session.ts'
import { readSource } from '../values.ts'
import { yamlBody } from '../yaml-body.ts'
import { tellAnnotations } from './tell-annotations.ts'
import { tellProblems } from './tell-problems.ts'
import { type Validated, validateHere } from './validate-here.ts'

export function validateCommand(connect: Connect): Command {
  return new Command('validate')
    .description('check workflow files; exit code 1 if one has an error')
    .argument('<files...>', '- reads standard input')
    .option('--offline', 'check without a server: functions and other workflows are assumed to exist')
    .option('--annotations', 'print problems as GitHub Actions shows them beside the lines of the files')
    .action(async (files: string[], { offline, annotations }: { offline?: true; annotations?: true }) => {
      const session = connect()
      const { terminal } = session
      let ask = !offline
      const results: (Validated & { readonly file: string })[] = []
      for (const file of files) {
        const text = await readSource(terminal, file)
        const answer = ask ? await there(session, text) : null
        if (answer === null) ask = false
        results.push({ file, ...(answer ?? validateHere(text)) })
      }
      if (session.json) printJson(terminal, results)
      else for (const result of results) tell(session, result, annotations ? tellAnnotations : tellProblems)
      const bad = results.filter(({ valid }) => !valid).length
      if (bad > 0) throw new CommandError(`${bad} of ${results.length} files cannot be published.`)
    })
}

/**
 * Validates against the functions and workflows of this Heddle. Null, with a message, when the server does not answer.
 */
async function there({ client, terminal }: Session, text: string): Promise<Validated | null> {
  try {
    return await client.told(client.api.POST('/v1/workflows/validate', yamlBody(text)))
  } catch (error) {
    if (!(error instanceof CommandError && error.code === 'NO_ANSWER')) throw error
    terminal.say(`${error.message} Functions and other workflows are assumed to exist.\n`)
    return null
  }
}

function tell(
  { terminal }: Session,
  { file, valid, workflows }: Validated & { readonly file: string },
  tellAll: typeof tellProblems,
): void {
  const problems = workflows.flatMap((workflow) => workflow.problems)
  tellAll(terminal, file, problems)
  const names = workflows.map(({ name }) => name ?? 'a workflow without a name').join(', ')
  if (valid) terminal.out(`${file}: ${names} can be published${problems.length === 0 ? '' : ', with warnings'}.\n`)
}
