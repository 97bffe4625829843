import type { Template } from '#components/api/models.ts'
import type { useApiClient } from '#components/api/trpc.ts'

/** Creates a workflow from a template and publishes it. `connections` replace those that the template names. */
export async function publishTemplate(
  client: ReturnType<typeof useApiClient>,
  { id }: Pick<Template, 'id'>,
  connections: Readonly<Record<string, string>> = {},
): Promise<{ readonly name: string; readonly version: number }> {
  const { name } = await client.workflows.create.mutate({ templateId: id, connections })
  const { revision } = await client.workflows.draft.query({ name })
  const published = await client.workflows.publish.mutate({ name, baseRevision: revision })
  if (published.outcome !== 'published') throw new Error(`Created ${name}, but could not publish it.`)
  return { name, version: published.version }
}
