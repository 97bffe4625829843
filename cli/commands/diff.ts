import { Command } from 'commander'
import { createTwoFilesPatch } from 'diff'
import { CommandError } from '../command-error.ts'
import { printJson } from '../output/print-json.ts'
import { printable } from '../output/printable.ts'
import type { Connect } from '../session.ts'
import type { Terminal } from '../terminal.ts'
import { differs, readWorkflowFolder } from '../workflow-folder.ts'

export function diffCommand(connect: Connect): Command {
  return new Command('diff')
    .description('show how the workflows of a folder differ from what is published; exit code 1 if one does')
    .requiredOption('--from <folder>', 'a folder of YAML files, such as a checkout of git')
    .action(async ({ from }: { from: string }) => {
      const { client, terminal, json } = connect()
      const workflows = await readWorkflowFolder(client, from)
      const drifted = workflows.filter(differs)
      if (json) {
        const items = drifted.map(({ file, name, published }) => ({ file, name, published: published !== null }))
        printJson(terminal, { drift: items })
      } else {
        for (const { file, name, text, published } of drifted) {
          if (published === null) terminal.out(`${printable(name)} (${file}) is not published.\n`)
          else tellLines(terminal, createTwoFilesPatch(`published ${name}`, file, published, text))
        }
      }
      if (drifted.length > 0) {
        throw new CommandError(`${drifted.length} of ${workflows.length} workflows differ from what is published.`, {
          code: 'DRIFT',
        })
      }
      if (!json) terminal.out(`All ${workflows.length} workflows are published as they are here.\n`)
    })
}

function tellLines(terminal: Terminal, patch: string): void {
  for (const line of patch.trimEnd().split('\n')) terminal.out(`${printable(line)}\n`)
}
