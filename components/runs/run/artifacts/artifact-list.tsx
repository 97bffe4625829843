'use client'

import { Download, ExternalLink } from 'lucide-react'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { downloadText } from '#components/ui/text/download-text.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { artifactTexts } from '../../texts/artifacts.ts'
import { addressOf, fileNameOf, type ListedArtifact } from './artifacts-of.ts'

/** The artifacts of a run: files to open, and values to read or download. Nothing is loaded from their addresses here. */
export function ArtifactList({ artifacts }: { artifacts: readonly ListedArtifact[] }) {
  return (
    <ul className="grid gap-3" aria-label={artifactTexts.artifacts}>
      {artifacts.map((artifact) => (
        <li key={artifact.seq} className="grid gap-2 rounded-m border bg-surface p-3">
          <ArtifactHead artifact={artifact} />
          {artifact.json !== undefined && (
            <JsonView label={artifactTexts.valueOf(isolateText(artifact.name))} value={artifact.json} />
          )}
        </li>
      ))}
    </ul>
  )
}

function ArtifactHead({ artifact }: { artifact: ListedArtifact }) {
  const { name, type, node_key, json, url } = artifact
  const address = addressOf(artifact)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="grid min-w-0 flex-1 basis-48">
        <span className="font-medium wrap-anywhere">{isolateText(name)}</span>
        <span className="text-small text-muted wrap-anywhere">
          {artifactTexts.fromStep(isolateText(node_key))}
          {url !== undefined && ` · ${isolateText(address ?? url)}`}
        </span>
      </div>
      <Chip tone="idle">{isolateText(type)}</Chip>
      {address !== null && (
        <Button asChild size="small">
          <a
            href={address}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={`${artifactTexts.open} ${isolateText(name)}`}
          >
            <ExternalLink aria-hidden="true" />
            {artifactTexts.open}
          </a>
        </Button>
      )}
      {json !== undefined && (
        <Button
          size="small"
          aria-label={`${artifactTexts.download} ${isolateText(name)}`}
          onClick={() => downloadText(fileNameOf(name), JSON.stringify(json, null, 2), 'application/json')}
        >
          <Download />
          {artifactTexts.download}
        </Button>
      )}
    </div>
  )
}
