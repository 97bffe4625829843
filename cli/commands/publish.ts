import { Command } from 'commander'
import type { LocatedProblem } from '#core/definition/problems/located.ts'
import { CommandError } from '../command-error.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import type { Connect, Session } from '../session.ts'
import { differs, type FolderWorkflow, ownText, readWorkflowFolder } from '../workflow-folder.ts'
import { yamlBody } from '../yaml-body.ts'
import { tellAnnotations } from './tell-annotations.ts'
import { tellProblems } from './tell-problems.ts'

interface PublishOptions {
  readonly from: string
  readonly annotations?: true
}

export function publishCommand(connect: Connect): Command {
  return new Command('publish')
    .description('publish the workflows of a folder that differ from what is published: all of them, or none')
    .requiredOption('--from <folder>', 'a folder of YAML files, such as a checkout of git')
    .option('--annotations', 'print problems as GitHub Actions shows them beside the lines of the files')
    .action(async ({ from, annotations }: PublishOptions) => {
      const session = connect()
      const { client, terminal } = session
      const workflows = await readWorkflowFolder(client, from)
      const changed = workflows.filter(differs)
      if (changed.length === 0) {
        if (session.json) printJson(terminal, { workflows: [] })
        else terminal.out('Everything is published already.\n')
        return
      }
      const answer = await client.toldOrRefused(client.api.POST('/v1/workflows', yamlBody(textOf(changed))), [422])
      if (session.json) printJson(terminal, answer)
      if ('error' in answer) {
        if (!session.json && 'problems' in answer) {
          tell(
            session,
            changed,
            answer.problems as readonly LocatedProblem[],
            annotations ? tellAnnotations : tellProblems,
          )
        }
        throw new CommandError(`Nothing was published: ${answer.error.message}`, { code: answer.error.code })
      }
      if (session.json) return
      for (const { name, version } of answer.workflows) terminal.out(`Published ${printable(name)} v${version}.\n`)
    })
}

const SEPARATOR = '---\n'

/** All texts as one, so that workflows which call each other are published together. */
const textOf = (workflows: readonly FolderWorkflow[]) => workflows.map(({ text }) => ownText(text)).join(SEPARATOR)

/** Problems of the joined text, at the lines of their files. */
function tell(
  { terminal }: Session,
  workflows: readonly FolderWorkflow[],
  problems: readonly LocatedProblem[],
  tellAll: typeof tellProblems,
): void {
  let before = 0
  for (const workflow of workflows) {
    const lines = ownText(workflow.text).split('\n').length - 1
    const [first, last] = [before, before + lines]
    const own = problems.filter(({ line }) => line > first && line <= last)
    const located = own.map((problem) => ({ ...problem, line: problem.line - first + workflow.firstLine }))
    tellAll(terminal, workflow.file, located)
    before = last + 1
  }
}
