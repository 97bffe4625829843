import { variableBody } from '../../variables.ts'
import type { Operations } from '../operation.ts'
import { removedVariable, savedVariable, variableList } from '../shapes/variable-shapes.ts'

/** The routes of variables. */
export const variableOperations: Operations = {
  'GET /v1/variables': {
    id: 'listVariables',
    summary: 'List variables with their values',
    permission: 'workflow.read',
    answers: { 200: { says: 'All variables, in the order of their names.', json: variableList } },
  },
  'PUT /v1/variables/:name': {
    id: 'saveVariable',
    summary: 'Add or change a variable',
    description: 'Runs that have begun keep the value that they recorded at their start.',
    permission: 'variable.edit',
    body: variableBody,
    answers: {
      200: { says: 'The variable has the value.', json: savedVariable },
      201: { says: 'The variable is new.', json: savedVariable },
    },
    errors: ['TOO_LARGE'],
  },
  'DELETE /v1/variables/:name': {
    id: 'removeVariable',
    summary: 'Remove a variable',
    permission: 'variable.edit',
    answers: { 200: { says: 'The variable is removed.', json: removedVariable } },
    errors: ['NOT_FOUND'],
  },
}
