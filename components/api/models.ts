import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/api/router.ts'

/** The output types of the procedures, as the browser sees them. */
type Outputs = inferRouterOutputs<AppRouter>

type Inputs = inferRouterInputs<AppRouter>

export type WorkflowSummary = Outputs['workflows']['list']['items'][number]
export type WorkflowFacets = Outputs['workflows']['facets']
export type WorkflowFolder = Outputs['workflows']['folders'][number]
export type DraftDetail = Outputs['workflows']['draft']
export type VersionSummary = Outputs['workflows']['versions'][number]
export type Template = Outputs['workflows']['templates'][number]
export type StepFunction = Outputs['workflows']['functions'][number]
export type ImportReport = Outputs['workflows']['import']
export type PreviewedDocument = Outputs['workflows']['previewImport'][number]
export type RunSummary = Outputs['runs']['list']['items'][number]
export type RunDetail = Outputs['runs']['get']
export type RunUpdate = Outputs['runs']['history']
export type RunTreeNode = Outputs['runs']['tree']
export type VerbResult = Outputs['runs']['cancel']
export type HumanTaskSummary = Outputs['inbox']['list']['items'][number]
export type HumanTaskDetail = Outputs['inbox']['get']
export type Person = Outputs['directory']['list']['people'][number]
export type Me = Outputs['directory']['me']
export type Permission = Me['permissions'][number]
export type Group = Outputs['directory']['list']['groups'][number]
export type InboxQuery = Omit<Inputs['inbox']['list'], 'cursor' | 'limit' | 'direction'>
export type TaskAction = HumanTaskDetail['allowedActions'][number]
export type NewsRead = Outputs['inbox']['news']
export type TaskNews = NewsRead['items'][number]
export type ManyResult = Outputs['inbox']['decideMany'][number]
export type OverviewData = Outputs['overview']['get']
export type Concern = OverviewData['concerns'][number]
export type MatchCount = Outputs['runs']['count']
export type RunTrends = Outputs['overview']['trends']
export type RunListQuery = Omit<Inputs['runs']['list'], 'cursor' | 'limit' | 'direction'>
export type RunGrid = Outputs['runs']['grid']
export type RunHeat = Outputs['runs']['heat']
export type StepHeat = RunHeat['steps'][number]
export type GridRun = RunGrid['runs'][number]
export type GridStep = RunGrid['steps'][number]
export type FailureGroup = Outputs['runs']['failures']['items'][number]
export type RunWork = Outputs['runs']['work'][number]
export type BulkVerb = Inputs['bulk']['start']['verb']
export type BulkOperation = Outputs['bulk']['get']
export type BulkPreview = Outputs['bulk']['preview']
export type SavedView = Outputs['views']['list'][number]
export type Processes = Outputs['overview']['processes']
export type HelpEntry = Outputs['help']['entries'][number]
export type HelpSection = Outputs['help']['sections'][number]
export type DocBlock = Outputs['help']['page']['blocks'][number]
export type DocInline = Extract<DocBlock, { kind: 'paragraph' }>['content'][number]
