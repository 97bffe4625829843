import { Hono } from 'hono'
import { z } from 'zod'
import type { Problem } from '#core/definition/problem.ts'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import { getVersion } from '../../workflows/get-version.ts'
import { listWorkflows } from '../../workflows/list-workflows.ts'
import { publishTexts } from '../../workflows/publish-texts.ts'
import type { ReadDocument } from '../../workflows/read-documents.ts'
import type { Context } from '../context.ts'
import { cursor, definitionText, search, workflowName } from '../inputs.ts'
import { checked, mediaType, readText } from '../request-body.ts'
import { requireActor } from '../require-actor.ts'
import { integerParameter, pageSizeParameter, queryOf } from './query.ts'

const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml']

const listQuery = z.strictObject({
  search: search.optional(),
  archived: z.enum(['true', 'false']).optional(),
  limit: pageSizeParameter,
  cursor: cursor.optional(),
})
const versionQuery = z.strictObject({ version: integerParameter(1, 2_147_483_647).optional() })

export function workflowRoutes(contextOf: (request: Request) => Promise<Context>): Hono {
  const routes = new Hono()

  routes.post('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context)
    if (!yamlTypes.includes(mediaType(c.req.raw))) {
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the workflow as YAML with Content-Type: application/yaml.')
    }
    const text = checked(definitionText, await readText(c.req.raw, limits.definition.textBytes))
    const result = await publishTexts(context.stores, actor, { text, functionsFolders: context.functionsFolders })
    return result.outcome === 'published' ? c.json({ workflows: result.workflows }, 201) : refused(result.documents)
  })

  routes.get('/', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context)
    const { archived, ...query } = checked(listQuery, queryOf(c))
    const page = await listWorkflows(context.stores, actor, { ...query, archived: archived === 'true' })
    return c.json({
      items: page.items.map((item) => ({
        name: item.name,
        description: item.description,
        latest_version: item.latestVersion,
        has_unpublished_changes: item.hasUnpublishedChanges,
        archived_at: item.archivedAt,
        updated_at: item.updatedAt,
      })),
      next_cursor: page.nextCursor,
    })
  })

  // Names may hold slashes.
  routes.get('/:name{.+}', async (c) => {
    const context = await contextOf(c.req.raw)
    const actor = requireActor(context)
    const name = checked(z.object({ name: workflowName }), { name: c.req.param('name') }).name
    const { version } = checked(versionQuery, queryOf(c))
    const found = await getVersion(context.stores, actor, name, version)
    return c.body(found.text, 200, {
      'content-type': 'application/yaml; charset=utf-8',
      etag: `"${found.hash}"`,
      'x-workflow-version': String(found.version),
    })
  })

  return routes
}

/** Nothing was published: the first error as the error, and every finding of every document beside it. */
function refused(documents: readonly ReadDocument[]): Response {
  const problems = documents.flatMap(({ name, problems: found }) =>
    found.map((problem) => ({ workflow: name, ...problem })),
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
