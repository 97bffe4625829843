import { anyType, listType, numberType, objectType, stringType, unionType } from '../../expression/check/types.ts'

/** Fields of `run` in expressions. */
export const runType = objectType(
  {
    id: stringType,
    workflow: stringType,
    version: numberType,
    root_run_id: stringType,
    parent_run_id: unionType([stringType, { kind: 'null' }]),
    created_at: numberType,
    attempt: numberType,
    tags: listType(stringType),
    started_by: stringType,
  },
  anyType,
)

/** `vars`: texts whose names the server knows. Which of them exist is checked apart (`contracts/variables.ts`). */
export const variableNames = { vars: objectType({}, stringType) }
