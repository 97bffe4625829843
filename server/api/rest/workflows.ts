import { Hono } from 'hono'
import { z } from 'zod'
import type { Problem } from '#core/definition/problem.ts'
import { located } from '#core/definition/problems/located.ts'
import { limits } from '#core/limits.ts'
import { hasErrors, type ReadDocument, readKnownDocuments } from '#server/workflows/import/read-documents.ts'
import { getSchemas, getVersion } from '#server/workflows/versions/get-version.ts'
import { listInputSchemas } from '#server/workflows/versions/list-input-schemas.ts'
import { publishTexts } from '#server/workflows/versions/publish-texts.ts'
import { ApiError } from '../../api-error.ts'
import { listWorkflows } from '../../workflows/list-workflows.ts'
import type { Context } from '../context.ts'
import { cursor, definitionText, search, workflowName } from '../request/inputs.ts'
import { reading } from '../request/reading.ts'
import { checked, mediaType, readText } from '../request/request-body.ts'
import { requireActor } from '../request/require-actor.ts'
import { checkedQuery, integerParameter, pageSizeParameter, takesNoParameters } from './query.ts'

const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml']

export const workflowsQuery = z.strictObject({
  search: search.optional(),
  archived: z.enum(['true', 'false']).optional(),
  include: z.literal('input_schema').optional(),
  limit: pageSizeParameter,
  cursor: cursor.optional(),
})
export const versionQuery = z.strictObject({ version: integerParameter(1, 2_147_483_647).optional() })

export function workflowRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()

  routes.post('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'workflow.publish')
    takesNoParameters(c)
    const text = await yamlOf(c.req.raw)
    const { functionsFolders, secrets, httpAllow } = context
    const result = await publishTexts(context.stores, actor, { text, functionsFolders, secrets, httpAllow })
    return result.outcome === 'published'
      ? c.json({ workflows: result.workflows }, 201)
      : refused(text, result.documents)
  })

  // Validates a text as publishing would; stores nothing.
  routes.post('/validate', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'workflow.edit')
    takesNoParameters(c)
    const text = await yamlOf(c.req.raw)
    const documents = await readKnownDocuments(context.stores, actor, text, context)
    const workflows = documents.map(({ name, start, problems }) => ({ name, problems: located(text, start, problems) }))
    return c.json({ valid: !documents.some(hasErrors), workflows })
  })

  routes.get('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'workflow.read')
    const { archived, include, ...query } = checkedQuery(c, workflowsQuery)
    const page = await reading({ ...context, actor }, (stores) =>
      listWorkflows(stores, actor, { ...query, archived: archived === 'true' }),
    )
    const schemas = include && (await listInputSchemas(context.stores, actor, page.items))
    return c.json({
      items: page.items.map((item) => ({
        name: item.name,
        description: item.description,
        latest_version: item.latestVersion,
        has_unpublished_changes: item.hasUnpublishedChanges,
        archived_at: item.archivedAt,
        updated_at: item.updatedAt,
        ...(schemas && { input_schema: schemas.get(item.name) ?? null }),
      })),
      next_cursor: page.nextCursor,
    })
  })

  // Names may hold slashes. Encoded, they are part of the name: a/schemas is read at a%2Fschemas.
  routes.get('/:name{.+}/schemas', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'workflow.read')
    const name = checked(z.object({ name: workflowName }), { name: c.req.param('name') }).name
    const { version } = checkedQuery(c, versionQuery)
    const found = await getSchemas(context.stores, actor, name, version)
    return c.json({ name, version: found.version, input_schema: found.inputSchema })
  })

  routes.get('/:name{.+}', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context, 'workflow.read')
    const name = checked(z.object({ name: workflowName }), { name: c.req.param('name') }).name
    const { version } = checkedQuery(c, versionQuery)
    const found = await getVersion(context.stores, actor, name, version)
    return c.body(found.text, 200, {
      'content-type': 'application/yaml; charset=utf-8',
      etag: `"${found.hash}"`,
      'x-workflow-version': String(found.version),
    })
  })

  return routes
}

async function yamlOf(request: Request): Promise<string> {
  if (!yamlTypes.includes(mediaType(request))) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the workflow as YAML with Content-Type: application/yaml.')
  }
  return checked(definitionText, await readText(request, limits.definition.textBytes))
}

/**
 * The response when nothing was published: the first error as the error, and all problems of all documents beside it.
 */
function refused(text: string, documents: readonly ReadDocument[]): Response {
  const problems = documents.flatMap(({ name, start, problems: found }) =>
    located(text, start, found).map((problem) => ({ workflow: name, ...problem })),
  )
  const first = problems.find(({ severity }) => severity === 'error')
  const field = first?.path.join('.')
  return Response.json(
    {
      error: {
        code: 'INVALID_DEFINITION',
        message: first?.message ?? 'The text is not a workflow.',
        ...(field && { field }),
      },
      problems: problems satisfies readonly Problem[],
    },
    { status: 422 },
  )
}
