import { versionQuery, workflowsQuery } from '../../workflows.ts'
import type { Operations } from '../operation.ts'
import { pageOf } from '../shapes/common.ts'
import {
  publishedWorkflows,
  unpublishable,
  validatedWorkflows,
  workflowItem,
  workflowSchemas,
} from '../shapes/workflow-shapes.ts'

export const workflowOperations: Operations = {
  'POST /v1/workflows': {
    id: 'publishWorkflows',
    summary: 'Publish every document of a YAML text, or none',
    permission: 'workflow.publish',
    body: 'yaml',
    answers: {
      201: { says: 'The published versions.', json: publishedWorkflows },
      422: { says: 'The text has errors; nothing was published.', json: unpublishable },
    },
    errors: ['INVALID_DEFINITION', 'CONFLICT', 'NAME_TAKEN', 'ARCHIVED', 'TOO_MANY'],
  },
  'POST /v1/workflows/validate': {
    id: 'validateWorkflows',
    summary: 'Show what publishing would answer; stores nothing',
    permission: 'workflow.edit',
    body: 'yaml',
    answers: { 200: { says: 'All problems with their lines.', json: validatedWorkflows } },
  },
  'GET /v1/workflows': {
    id: 'listWorkflows',
    summary: 'List workflows',
    permission: 'workflow.read',
    query: workflowsQuery,
    answers: { 200: { says: 'A page of workflows.', json: pageOf(workflowItem) } },
  },
  'GET /v1/workflows/:name{.+}/schemas': {
    id: 'getWorkflowSchemas',
    summary: 'Read the schema of the input of a workflow',
    permission: 'workflow.read',
    query: versionQuery,
    answers: { 200: { says: 'The schemas of the newest version, or of `version`.', json: workflowSchemas } },
  },
  'GET /v1/workflows/:name{.+}': {
    id: 'getWorkflow',
    summary: 'Read the exact text of a workflow',
    permission: 'workflow.read',
    query: versionQuery,
    answers: { 200: { says: 'The text of the newest version, or of `version`.', type: 'application/yaml' } },
  },
}
