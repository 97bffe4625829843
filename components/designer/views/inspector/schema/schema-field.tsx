'use client'

import { Braces, Eye, EyeOff, List } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'
import { HelpSign } from '#components/ui/controls/field.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { isJsonObject } from '#core/json.ts'
import { viewsInspectorSchemaTexts } from '../../../texts/views-inspector-schema.ts'
import type { FieldProps } from '../field-props.ts'
import { fieldWords, Words } from '../field-words.tsx'
import { useDraft } from '../use-draft.ts'
import { readJsonObject, showJson } from '../values/read-value.ts'
import { FormPreview } from './form-preview.tsx'
import { PropertyList } from './property-list.tsx'
import { isFieldList } from './schema-fields.ts'

/** A JSON Schema as a list of fields with the form that it makes, or as its own text where the list cannot say it. */
export function SchemaField(props: FieldProps) {
  const { spec, value, problems } = props
  const schema = isJsonObject(value) ? value : undefined
  const listed = isFieldList(schema)
  const [asText, setAsText] = useState(false)
  const [previewed, setPreviewed] = useState(false)
  const text = asText || !listed
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="sr-only">{spec.label}</legend>
      <div className="flex items-center gap-0.5">
        <span aria-hidden="true" className="text-label text-muted">
          {spec.label}
        </span>
        <span className="ml-1 flex-1">
          <HelpSign help={spec.help} />
        </span>
        <Tooltip
          content={previewed ? viewsInspectorSchemaTexts.hideFormPreview : viewsInspectorSchemaTexts.showFormPreview}
        >
          <IconButton
            size="small"
            label={viewsInspectorSchemaTexts.previewOf(spec.label)}
            aria-pressed={previewed}
            disabled={schema === undefined}
            onClick={() => setPreviewed(!previewed)}
          >
            {previewed ? <EyeOff /> : <Eye />}
          </IconButton>
        </Tooltip>
        <Tooltip
          content={text ? viewsInspectorSchemaTexts.showAsListOfFields : viewsInspectorSchemaTexts.showAsJSONSchema}
        >
          <IconButton
            size="small"
            label={
              text
                ? viewsInspectorSchemaTexts.showAsListOfFieldsLabel(spec.label)
                : viewsInspectorSchemaTexts.showAsJSONSchemaLabel(spec.label)
            }
            disabled={!listed}
            onClick={() => setAsText(!asText)}
          >
            {text ? <List /> : <Braces />}
          </IconButton>
        </Tooltip>
      </div>
      {text ? <SchemaText {...props} /> : <PropertyList field={props} />}
      {previewed && schema !== undefined && (
        <FormPreview schema={schema} label={spec.label} decisions={spec.key === 'form'} />
      )}
      <Words {...fieldWords({ spec, problems })} />
    </fieldset>
  )
}

function SchemaText({ spec, value, set }: FieldProps) {
  const draft = useDraft(value, showJson, readJsonObject, (next) => set(next))
  return (
    <>
      <textarea
        aria-label={viewsInspectorSchemaTexts.asJSONSchema(spec.label)}
        aria-invalid={draft.error === null ? undefined : true}
        value={draft.text}
        spellCheck={false}
        placeholder={'{\n  "type": "object",\n  "properties": {}\n}'}
        onChange={(event) => draft.change(event.target.value)}
        onBlur={draft.finish}
        className="min-h-32 w-full rounded-s border border-thread bg-surface px-2.25 py-1 font-mono text-code [field-sizing:content] hover:border-faint aria-invalid:border-failed"
      />
      {draft.error && <p className="text-small text-failed">{draft.error}</p>}
    </>
  )
}
