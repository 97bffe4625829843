import { snakeCase } from '#core/definition/function-name.ts'
import type { JsonObject } from '#core/json.ts'
import type { SourceRecord } from '../../source-record.ts'
import { workflowNameOf } from '../../workflow-name.ts'
import { kindOf, type N8nNode } from '../read-n8n.ts'
import type { Work } from './work.ts'

/** A part of a node, with the records of it and of its parameters. */
export interface Part {
  readonly node: N8nNode
  readonly record: SourceRecord
  readonly given: SourceRecord
}

/** The tools of an agent: workflows stay workflows, other tools become functions that the author has to write. */
export function toolsOf(work: Work, tools: readonly Part[]): readonly JsonObject[] {
  const taken = new Set<string>()
  return tools.map(({ node, given }): JsonObject => {
    const name = freeName(node.name, taken)
    taken.add(name)
    const about = ['toolDescription', 'description']
      .map((key) => given.take(key))
      .find((text) => typeof text === 'string' && text !== '')
    const common = { name, ...(about !== undefined && { description: about }) }
    if (kindOf(node) === 'toolWorkflow') {
      const workflow = calledBy(given)
      work.say('changed', `Its tool ${node.name} runs the workflow ${workflow}. Import it as well.`)
      return { ...common, sub_workflow_type: workflow }
    }
    const called = `n8n.${snakeCase(name).replace(/\W+/g, '_')}`
    const message = `Its tool ${node.name} (${kindOf(node)}) calls the function ${called}, which you need to write.`
    work.say('lost', message, { isProblem: true })
    return { ...common, function: called }
  })
}

/** A name that models accept, and that no other tool has. */
function freeName(written: string, taken: ReadonlySet<string>): string {
  const base =
    written
      .replace(/[^A-Za-z0-9_-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 50) || 'tool'
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`
  return name
}

function calledBy(given: SourceRecord): string {
  const locator = given.at('workflowId')
  locator.ignore('__rl', 'mode', 'cachedResultUrl', 'value')
  const named = locator.take('cachedResultName')
  return typeof named === 'string' ? workflowNameOf(named) : 'Workflow'
}
