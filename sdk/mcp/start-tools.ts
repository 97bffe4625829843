import { createHash } from 'node:crypto'
import { z } from 'zod'
import { answered } from '../client/api.ts'
import type { HeddleClient } from '../client/index.ts'
import { answerOf } from './answer.ts'
import { pageOf } from './run-tools.ts'
import type { Tool } from './tool.ts'
import { mcpBounds } from './tuning.ts'

/** Published workflows as tools that start a run: the input of the tool is the input of the run. */
export interface StartTools {
  readonly tools: readonly Tool[]
  readonly nextCursor: string | null
}

const PREFIX = 'start_'
const HASH_CHARACTERS = 8

/** One page of the start tools. */
export async function listStartTools(heddle: HeddleClient, cursor?: string): Promise<StartTools> {
  const query = { include: 'input_schema', limit: mcpBounds.workflowsPerPage, ...(cursor && { cursor }) } as const
  const { items, next_cursor } = await answered(heddle.api.GET('/v1/workflows', { params: { query } }))
  const published = items.filter(({ latest_version }) => latest_version > 0)
  return {
    tools: published.map(({ name, description, input_schema }) => startTool(name, description, input_schema ?? null)),
    nextCursor: next_cursor,
  }
}

/** The start tool of this name. Undefined where no workflow has it. */
export async function findStartTool(heddle: HeddleClient, name: string): Promise<Tool | undefined> {
  if (!name.startsWith(PREFIX)) return undefined
  let cursor: string | undefined
  do {
    const page = await listStartTools(heddle, cursor)
    const found = page.tools.find((tool) => tool.name === name)
    if (found) return found
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return undefined
}

function startTool(
  workflow: string,
  description: string | null,
  schema: Readonly<Record<string, unknown>> | null,
): Tool {
  return {
    name: startToolName(workflow),
    title: `Start ${workflow}`,
    description: `Starts a run of the workflow ${workflow}.${description === null ? '' : ` ${description}`}`,
    isReadOnly: false,
    inputSchema: schema?.type === 'object' ? schema : { type: 'object' },
    async call(value, { heddle }) {
      const input = z.record(z.string(), z.unknown()).parse(value)
      const { run_id } = await heddle.workflows.runs.submit(workflow, { input })
      return answerOf({ run_id, page: pageOf(heddle, run_id), note: 'Use get_run or why_does_it_wait to follow it.' })
    },
  }
}

/**
 * The name of the tool of a workflow. A name with characters that tools do not have, or that is too long, ends with a
 * hash of the whole name, so that different workflows have different tools.
 */
export function startToolName(workflow: string): string {
  const plain = workflow.replace(/[^A-Za-z0-9_-]+/g, '_')
  if (plain === workflow && PREFIX.length + plain.length <= mcpBounds.nameCharacters) return `${PREFIX}${plain}`
  const hash = createHash('sha256').update(workflow).digest('hex').slice(0, HASH_CHARACTERS)
  const room = mcpBounds.nameCharacters - PREFIX.length - HASH_CHARACTERS - 1
  return `${PREFIX}${plain.slice(0, room)}_${hash}`
}
