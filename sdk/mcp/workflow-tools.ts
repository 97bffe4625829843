import { z } from 'zod'
import { answered } from '../client/api.ts'
import { answerOf } from './answer.ts'
import { type Tool, tool } from './tool.ts'
import { mcpBounds } from './tuning.ts'

const name = z.string().describe('The name of the workflow, as list_workflows shows it.')
const text = z.string().describe('The whole text of the workflow, as YAML.')
const yaml = { headers: { 'content-type': 'application/yaml' } } as const

/** Lines of the text that an explanation shows before and behind the problem. */
const LINES_AROUND = 2

/** Tools that read and check workflows; they change nothing. */
export const workflowTools: readonly Tool[] = [
  tool(
    {
      name: 'list_workflows',
      title: 'List workflows',
      description: 'Lists the workflows of Heddle with their descriptions.',
      isReadOnly: true,
    },
    z.strictObject({
      search: z.string().exactOptional().describe('Words that the name, the title or the description contains.'),
      cursor: z.string().exactOptional().describe('next_cursor of the previous page.'),
    }),
    async (query, { heddle }) => {
      const params = { query: { ...query, limit: mcpBounds.itemsPerAnswer } }
      return answerOf(await answered(heddle.api.GET('/v1/workflows', { params })))
    },
  ),
  tool(
    {
      name: 'describe_workflow',
      title: 'Describe a workflow',
      description: 'Reads a published workflow: its steps as YAML, and the JSON Schema of its input.',
      isReadOnly: true,
    },
    z.strictObject({ name, version: z.int().positive().exactOptional().describe('A version other than the newest.') }),
    async ({ name, version }, { heddle }) => {
      const { input_schema, ...schemas } = await heddle.workflows.schemas(name, version)
      const params = { path: { name }, query: { version: schemas.version } }
      const definition = await answered(heddle.api.GET('/v1/workflows/{name}', { params, parseAs: 'text' }))
      return answerOf({ name, version: schemas.version, input_schema, definition })
    },
  ),
  tool(
    {
      name: 'validate_workflow',
      title: 'Check the text of a workflow',
      description: 'Checks the text of a workflow as publishing would, and stores nothing. Lists all problems.',
      isReadOnly: true,
    },
    z.strictObject({ text }),
    async ({ text }, { heddle }) => {
      const { valid, workflows } = await answered(heddle.api.POST('/v1/workflows/validate', { body: text, ...yaml }))
      return answerOf({
        valid,
        workflows: workflows.map(({ name, problems }) => ({
          name,
          problems: problems.map(({ severity, code, message, line }) => ({ severity, code, message, line })),
        })),
      })
    },
  ),
  tool(
    {
      name: 'explain_problems',
      title: 'Explain the problems of a workflow',
      description:
        'Shows each problem of the text of a workflow with its lines, its step, its key and a repair if known.',
      isReadOnly: true,
    },
    z.strictObject({ text }),
    async ({ text }, { heddle }) => {
      const { workflows } = await answered(heddle.api.POST('/v1/workflows/validate', { body: text, ...yaml }))
      const lines = text.split('\n')
      const explained = workflows.flatMap(({ name, problems }) =>
        problems.map(({ severity, code, message, line, column, step, path, fix }) => ({
          workflow: name,
          severity,
          code,
          message,
          ...(step !== undefined && { step }),
          key: path.join('.'),
          line,
          column,
          text: excerpt(lines, line),
          ...(fix && { repair: { title: fix.title, replace_by: fix.text } }),
        })),
      )
      return answerOf(explained.length === 0 ? 'The text has no problems.' : explained)
    },
  ),
]

/** The lines around a problem, numbered, with a mark at the line of the problem. */
function excerpt(lines: readonly string[], at: number): string {
  const first = Math.max(1, at - LINES_AROUND)
  return lines
    .slice(first - 1, at + LINES_AROUND)
    .map((line, index) => `${first + index === at ? '>' : ' '} ${first + index} ${line.trimEnd()}`)
    .join('\n')
}
