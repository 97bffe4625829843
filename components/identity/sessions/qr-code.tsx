import { encode } from 'uqr'

/** A QR code, dark on white in every theme: cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded-s border bg-[#fff]">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
