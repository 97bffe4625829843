import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { objectPayload } from '#core/run/payload-input.ts'
import { statuses } from '#core/run/statuses.ts'
import { createWorkflow } from '#server/workflows/drafts/create-workflow.ts'
import { duplicateWorkflow } from '#server/workflows/drafts/duplicate-workflow.ts'
import { getDraft } from '#server/workflows/drafts/get-draft.ts'
import { publishDraft } from '#server/workflows/drafts/publish-draft.ts'
import { saveDraft } from '#server/workflows/drafts/save-draft.ts'
import { sharePresence } from '#server/workflows/drafts/share-presence.ts'
import { getTestData, keepSample, pinOutput } from '#server/workflows/drafts/test-data.ts'
import { importWorkflows } from '#server/workflows/import/import-workflows.ts'
import { previewImport } from '#server/workflows/import/preview-import.ts'
import { getVersion } from '#server/workflows/versions/get-version.ts'
import { listVersions } from '#server/workflows/versions/list-versions.ts'
import { createFunction } from '../../functions/create-function.ts'
import { newFunction } from '../../functions/function-stub.ts'
import { listFunctions } from '../../functions/list-functions.ts'
import { archiveWorkflow } from '../../workflows/archive-workflow.ts'
import { findBrokenParents } from '../../workflows/find-broken-parents.ts'
import { listFolders } from '../../workflows/list-folders.ts'
import { listTemplates } from '../../workflows/list-templates.ts'
import { listWorkflowFacets } from '../../workflows/list-workflow-facets.ts'
import { listWorkflowNames } from '../../workflows/list-workflow-names.ts'
import { listWorkflowTitles } from '../../workflows/list-workflow-titles.ts'
import { listWorkflows, workflowSorts } from '../../workflows/list-workflows.ts'
import { startedContracts } from '../../workflows/started-contracts.ts'
import {
  definitionText,
  page,
  pinnedOutput,
  revision,
  search,
  stepName,
  uuid,
  version,
  workflowName,
} from '../request/inputs.ts'
import { reading } from '../request/reading.ts'
import { procedure, router } from '../trpc/trpc.ts'

const named = z.strictObject({ name: workflowName })
/** The beginning of names, up to and with a slash. */
const folder = z
  .string()
  .max(limits.text.workflowName)
  .regex(/^$|\/$/)

const connectionName = z
  .string()
  .max(limits.secrets.nameCharacters)
  .regex(/^[A-Za-z_]\w*$/)

const filter = {
  search: search.optional(),
  archived: z.boolean().optional(),
  folder: folder.optional(),
  names: z.array(workflowName).max(limits.shown.favourites).optional(),
  lastStatus: z.array(z.enum(statuses)).min(1).max(statuses.length).optional(),
  tags: z.array(z.string().min(1).max(limits.text.search)).max(limits.definition.tags).optional(),
  editedBy: z.string().min(1).max(limits.text.name).optional(),
}

export const workflowsRouter = router({
  list: procedure('workflow.read')
    .input(z.strictObject({ ...filter, flat: z.boolean().optional(), sort: z.enum(workflowSorts).optional(), ...page }))
    .query(({ ctx, input }) => reading(ctx, (stores) => listWorkflows(stores, ctx.actor, input))),

  /** The tags and authors by which the list can be filtered further, each with the number of workflows found then. */
  facets: procedure('workflow.read')
    .input(z.strictObject(filter))
    .query(({ ctx, input }) => listWorkflowFacets(ctx.stores, ctx.actor, input)),

  folders: procedure('workflow.read')
    .input(z.strictObject({ folder: folder.default(''), archived: z.boolean().default(false) }))
    .query(({ ctx, input }) => listFolders(ctx.stores, ctx.actor, input)),

  /** The input schemas of published workflows, those that take locks, and the hosts that requests may reach wherever they are. */
  contracts: procedure('workflow.read')
    .input(z.strictObject({ workflows: z.array(workflowName).max(limits.definition.steps) }))
    .query(async ({ ctx, input }) => {
      const { inputs, locking } = await startedContracts(ctx.stores, ctx.actor, input.workflows)
      return {
        inputs: [...inputs].map(([name, schema]) => ({ name, schema })),
        locking: [...locking],
        allowedHosts: ctx.httpAllow ?? [],
      }
    }),

  /** Published workflows whose runs would fail once the draft of this workflow is published. */
  brokenParents: procedure('workflow.read')
    .input(named)
    .query(({ ctx, input }) => findBrokenParents(ctx.stores, ctx.actor, input.name)),

  names: procedure('workflow.read').query(({ ctx }) => listWorkflowNames(ctx.stores, ctx.actor)),

  titles: procedure('workflow.read').query(({ ctx }) => listWorkflowTitles(ctx.stores, ctx.actor)),

  draft: procedure('workflow.read')
    .input(named)
    .query(({ ctx, input }) => getDraft(ctx.stores, ctx.actor, input.name)),

  create: procedure('workflow.edit')
    .input(
      z.strictObject({
        name: workflowName.optional(),
        title: z.string().trim().min(1).max(limits.text.title).optional(),
        text: definitionText.optional(),
        templateId: z.string().max(200).optional(),
        connections: z.record(connectionName, connectionName).optional(),
      }),
    )
    .mutation(({ ctx, input }) => createWorkflow(ctx.stores, ctx.actor, input)),

  saveDraft: procedure('workflow.edit')
    .input(z.strictObject({ name: workflowName, text: definitionText, baseRevision: revision }))
    .mutation(({ ctx, input }) => saveDraft(ctx.stores, ctx.actor, input)),

  /** Records that the caller has the draft open; returns the other people, and the draft's revision. */
  presence: procedure('workflow.edit')
    .input(
      z.strictObject({
        name: workflowName,
        sessionId: uuid,
        displayName: z.string().trim().min(1).max(limits.presence.nameCharacters).optional(),
        steps: z.array(stepName).max(limits.presence.steps),
        leaving: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input }) => sharePresence(ctx.stores, ctx.actor, input)),

  publish: procedure('workflow.publish')
    .input(
      z.strictObject({
        name: workflowName,
        baseRevision: revision,
        message: z.string().max(limits.text.reason).optional(),
      }),
    )
    .mutation(({ ctx, input }) =>
      publishDraft(ctx.stores, ctx.actor, {
        ...input,
        functionsFolders: ctx.functionsFolders,
        secrets: ctx.secrets,
        httpAllow: ctx.httpAllow,
      }),
    ),

  versions: procedure('workflow.read')
    .input(named)
    .query(({ ctx, input }) => listVersions(ctx.stores, ctx.actor, input.name)),

  /** Without `version`, the latest version. */
  version: procedure('workflow.read')
    .input(z.strictObject({ name: workflowName, version: version.optional() }))
    .query(({ ctx, input }) => getVersion(ctx.stores, ctx.actor, input.name, input.version)),

  import: procedure('workflow.edit')
    .input(z.strictObject({ text: definitionText, publish: z.boolean().default(false) }))
    .mutation(({ ctx, input }) =>
      importWorkflows(ctx.stores, ctx.actor, {
        ...input,
        functionsFolders: ctx.functionsFolders,
        secrets: ctx.secrets,
        httpAllow: ctx.httpAllow,
      }),
    ),

  /** The preview of an import of some files. It stores nothing. */
  previewImport: procedure('workflow.edit')
    .input(
      z.strictObject({
        files: z
          .array(z.strictObject({ name: z.string().max(limits.importFiles.nameCharacters), text: definitionText }))
          .min(1)
          .max(limits.importFiles.files),
      }),
    )
    .mutation(({ ctx, input }) =>
      previewImport(ctx.stores, ctx.actor, {
        ...input,
        functionsFolders: ctx.functionsFolders,
        secrets: ctx.secrets,
        httpAllow: ctx.httpAllow,
      }),
    ),

  duplicate: procedure('workflow.edit')
    .input(
      z.strictObject({
        name: workflowName,
        newName: workflowName,
        title: z.string().trim().min(1).max(limits.text.title).optional(),
      }),
    )
    .mutation(({ ctx, input }) => duplicateWorkflow(ctx.stores, ctx.actor, input)),

  archive: procedure('workflow.publish')
    .input(z.strictObject({ name: workflowName, archived: z.boolean() }))
    .mutation(({ ctx, input }) => archiveWorkflow(ctx.stores, ctx.actor, input)),

  templates: procedure('workflow.read').query(() => listTemplates()),

  /** Pinned outputs and sample inputs, beside the draft. */
  testData: procedure('workflow.read')
    .input(named)
    .query(({ ctx, input }) => getTestData(ctx.stores, ctx.actor, input.name)),

  pin: procedure('workflow.edit')
    .input(z.strictObject({ name: workflowName, step: stepName, pinned: pinnedOutput.nullable() }))
    .mutation(({ ctx, input }) => pinOutput(ctx.stores, ctx.actor, input)),

  keepSample: procedure('workflow.edit')
    .input(
      z.strictObject({
        name: workflowName,
        sample: z.string().trim().min(1).max(limits.testRun.sampleNameCharacters),
        input: objectPayload.nullable(),
      }),
    )
    .mutation(({ ctx, input }) => keepSample(ctx.stores, ctx.actor, input)),

  /** Writes the source of a new step function into the first functions folder. */
  createFunction: procedure('workflow.edit')
    .input(newFunction)
    .mutation(({ ctx, input }) => createFunction(ctx.stores.pool, ctx.actor, ctx.functionsFolders, input)),

  functions: procedure('workflow.read').query(({ ctx }) => listFunctions(ctx.functionsFolders)),
})
