import type { JsonObject } from '#core/json.ts'
import type { Names } from '../expression/names.ts'
import { toTemplate } from '../expression/translate.ts'
import type { Links } from '../outline/links.ts'
import { kindOf, type N8nNode, type N8nWorkflow, recordOf } from '../read-n8n.ts'
import type { Work } from './work.ts'

/**
 * The parts of a node, such as the model and the tools of an agent, by the kind of their connection, with their
 * parameters.
 */
export function partsOf(
  name: string,
  {
    workflow,
    links,
    node,
  }: { readonly workflow: N8nWorkflow; readonly links: Links; readonly node: (name: string) => N8nNode },
  names: Names,
  { say, take }: Pick<Work, 'say' | 'take'>,
  around: ReadonlySet<string> = new Set([name]),
): JsonObject {
  const byKind = Map.groupBy(links.parts(name), ({ kind }) => kind)
  const entries = [...byKind].map(([kind, parts]) => {
    const values = parts.flatMap(({ node: inner }): JsonObject[] => {
      if (around.has(inner)) return []
      const one = node(inner)
      const record = recordOf(workflow, one)
      record.settle('name', 'type', 'parameters', 'notes', 'disabled')
      say(
        'lost',
        `Its part ${inner} (${kindOf(one)}, ${kind}) is not a separate step. Its settings are kept in with.parts for the function to use.`,
      )
      if (one.credentials !== undefined) {
        record.settle('credentials')
        say('lost', `The \`credentials\` of its part ${inner} are not imported. Create secrets.`)
      }
      const inside = partsOf(inner, { workflow, links, node }, names, { say, take }, new Set([...around, inner]))
      return [
        {
          name: inner,
          type: one.type,
          ...(one.disabled && { disabled: true }),
          ...(one.notes !== undefined && { notes: one.notes }),
          parameters: take(toTemplate(one.parameters, names)),
          ...(Object.keys(inside).length > 0 && { parts: inside }),
        },
      ]
    })
    return [kind, values] as const
  })
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0))
}
