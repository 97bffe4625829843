import type { KeyKind, KeySpec } from '#core/definition/catalogue/key-spec.ts'
import { viewsTextYamlTexts } from '../../../texts/views-text-yaml.ts'
import { item } from './yaml-position.ts'

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const formats = ['date', 'time', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'hostname']

const keyword = (
  key: string,
  label: string,
  help: string,
  kind: KeyKind = 'json',
  choices?: readonly string[],
): KeySpec => ({ key, kind, label, help, section: 'main', ...(choices === undefined ? {} : { choices }) })

/** The keywords of JSON Schema that mean something to Heddle, and a person would write. */
const keywords: readonly KeySpec[] = [
  keyword('type', 'Type', viewsTextYamlTexts.typeOfValueOrList, 'choice', types),
  keyword('title', 'Title', viewsTextYamlTexts.labelInForm, 'text'),
  keyword('description', 'Description', viewsTextYamlTexts.hintBelowFieldInForm, 'long_text'),
  keyword('default', 'Default', viewsTextYamlTexts.initialValueInForm),
  keyword('examples', 'Examples', viewsTextYamlTexts.listOfExampleValues),
  keyword('enum', 'Choices', viewsTextYamlTexts.listOfAllowedValues),
  keyword('const', 'Constant', viewsTextYamlTexts.onlyAllowedValue),
  keyword('properties', 'Fields', viewsTextYamlTexts.fieldsOfObjectEachWith),
  keyword('required', viewsTextYamlTexts.requiredFields, viewsTextYamlTexts.namesOfRequiredFields, 'names'),
  keyword('additionalProperties', viewsTextYamlTexts.otherFields, viewsTextYamlTexts.whetherFieldsNotListedHere),
  keyword('patternProperties', viewsTextYamlTexts.fieldsByPattern, viewsTextYamlTexts.schemasOfFieldsWhoseNames),
  keyword('propertyNames', viewsTextYamlTexts.namesOfFields, viewsTextYamlTexts.schemaOfEveryFieldName),
  keyword('minProperties', viewsTextYamlTexts.minimumFields, viewsTextYamlTexts.minimumNumberOfFields, 'integer'),
  keyword('maxProperties', viewsTextYamlTexts.maximumFields, viewsTextYamlTexts.maximumNumberOfFields, 'integer'),
  keyword('items', 'Elements', viewsTextYamlTexts.schemaOfEveryItemOf),
  keyword('prefixItems', viewsTextYamlTexts.firstElements, viewsTextYamlTexts.schemasOfFirstItemsOf),
  keyword('contains', 'Contains', viewsTextYamlTexts.schemaThatAtLeastOne),
  keyword('minItems', viewsTextYamlTexts.minimumItems, viewsTextYamlTexts.minimumNumberOfItems, 'integer'),
  keyword('maxItems', viewsTextYamlTexts.maximumItems, viewsTextYamlTexts.maximumNumberOfItems, 'integer'),
  keyword('uniqueItems', viewsTextYamlTexts.uniqueItems, viewsTextYamlTexts.whetherAllItemsOfList, 'boolean'),
  keyword('minimum', 'Smallest', viewsTextYamlTexts.smallestAllowedNumber, 'number'),
  keyword('maximum', 'Largest', viewsTextYamlTexts.largestAllowedNumber, 'number'),
  keyword('exclusiveMinimum', 'Above', viewsTextYamlTexts.numberMustBeLargerThan, 'number'),
  keyword('exclusiveMaximum', 'Below', viewsTextYamlTexts.numberMustBeSmallerThan, 'number'),
  keyword('multipleOf', viewsTextYamlTexts.multipleOf, viewsTextYamlTexts.numberMustBeMultipleOf, 'number'),
  keyword('minLength', 'Shortest', viewsTextYamlTexts.minimumNumberOfCharacters, 'integer'),
  keyword('maxLength', 'Longest', viewsTextYamlTexts.maximumNumberOfCharacters, 'integer'),
  keyword('pattern', 'Pattern', viewsTextYamlTexts.regularExpressionThatTextMust, 'text'),
  keyword('format', 'Format', viewsTextYamlTexts.formatOfText, 'choice', formats),
  keyword('allOf', viewsTextYamlTexts.allOf, viewsTextYamlTexts.listOfSchemasValueMust),
  keyword('anyOf', viewsTextYamlTexts.anyOf, viewsTextYamlTexts.listOfSchemasValueMustMatch),
  keyword('oneOf', viewsTextYamlTexts.oneOf, viewsTextYamlTexts.listOfSchemasValueMustMatchExactly),
  keyword('not', 'Not', viewsTextYamlTexts.schemaThatValueMustNot),
  keyword('if', 'If', viewsTextYamlTexts.schemaValuesThatMatchIt),
  keyword('then', 'Then', viewsTextYamlTexts.schemaForValuesThatMatch),
  keyword('else', 'Else', viewsTextYamlTexts.schemaForValuesThatDo),
  keyword('$ref', 'Reference', viewsTextYamlTexts.pathInThisSchemaTo, 'text'),
  keyword('$defs', 'Definitions', viewsTextYamlTexts.schemasByNameForRef),
]

const single = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'])
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const named = new Set(['properties', 'patternProperties', '$defs'])

/** The keywords of a schema at a path within one; none where the author gives names or values. */
export function schemaKeysAt(path: readonly string[]): readonly KeySpec[] {
  const [key, inner, ...deeper] = path
  if (key === undefined) return keywords
  if (single.has(key)) return schemaKeysAt(path.slice(1))
  const isWithin = named.has(key) ? inner !== undefined : listed.has(key) && inner === item
  return isWithin ? schemaKeysAt(deeper) : []
}
