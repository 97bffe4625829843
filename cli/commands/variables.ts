import { Command } from 'commander'
import { printJson } from '../output/print-json.ts'
import { type Column, table } from '../output/table.ts'
import { presentFields } from '../present-fields.ts'
import type { Connect } from '../session.ts'

interface Listed {
  readonly name: string
  readonly value: string
  readonly used_by: readonly string[]
}

const columns: readonly Column<Listed>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'VALUE', value: ({ value }) => value, shrinks: true },
  { title: 'READ BY', value: ({ used_by }) => used_by.join(', '), shrinks: true, yields: 1 },
]

/** The variables of the owner: list, set, remove. */
export function variablesCommand(connect: Connect): Command {
  return new Command('variables')
    .description('list and change the texts that expressions read as vars.NAME')
    .addCommand(
      new Command('list').description('list variables with the workflows that read them').action(async () => {
        const { client, terminal, json } = connect()
        const { items } = await client.told(client.api.GET('/v1/variables', {}))
        if (json) printJson(terminal, { items })
        else if (items.length === 0) terminal.say('No variables.\n')
        else terminal.out(table(terminal, columns, items))
      }),
    )
    .addCommand(
      new Command('set')
        .description('add or change a variable; runs that have begun keep the former value')
        .argument('<name>')
        .argument('<value>')
        .option('--description <text>', 'what it is for')
        .action(async (name: string, value: string, { description }: { description?: string }) => {
          const { client, terminal, json } = connect()
          const request = { params: { path: { name } }, body: { value, ...presentFields({ description }) } }
          const saved = await client.told(client.api.PUT('/v1/variables/{name}', request))
          if (json) printJson(terminal, saved)
          else terminal.say(`${saved.created ? 'Added' : 'Changed'} ${name}.\n`)
        }),
    )
    .addCommand(
      new Command('remove')
        .description('remove a variable')
        .argument('<name>')
        .action(async (name: string) => {
          const { client, terminal, json } = connect()
          const removed = await client.told(client.api.DELETE('/v1/variables/{name}', { params: { path: { name } } }))
          if (json) printJson(terminal, removed)
          else terminal.say(`Removed ${name}.\n`)
        }),
    )
}
