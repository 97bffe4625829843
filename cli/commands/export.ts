import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { printJson } from '../output/print-json.ts'
import { presentFields } from '../present-fields.ts'
import type { Connect } from '../session.ts'
import { positive } from '../values.ts'

interface ExportOptions {
  readonly version?: number
  readonly output?: string
  readonly schemaLine?: true
}

export function exportCommand(connect: Connect): Command {
  return new Command('export')
    .description('write the exact YAML of a workflow, including comments')
    .argument('<workflow>')
    .option('--version <n>', 'a version other than the newest', positive)
    .option('--schema-line', 'begin with the line by which editors find the schema of workflow files')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .action(async (workflow: string, { version, output, schemaLine }: ExportOptions) => {
      const { client, terminal, json } = connect()
      const params = { path: { name: workflow }, query: presentFields({ version }) }
      const written = await client.told(client.api.GET('/v1/workflows/{name}', { params, parseAs: 'text' }))
      const text = schemaLine
        ? `# yaml-language-server: $schema=${client.url}/schema/workflow.json\n${written}`
        : written
      if (output === undefined) return json ? printJson(terminal, { workflow, text }) : terminal.out(text)
      await writeFile(output, text).catch((error: Error) => {
        throw new CommandError(`Cannot write ${output}: ${error.message}.`)
      })
      terminal.say(`Wrote ${workflow} to ${output}.\n`)
    })
}
