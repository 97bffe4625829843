/** Warp threads, each held by its heddle, and the weft that passes between them. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 3v18M9 3v18M15 3v18M20 3v18" opacity=".55" />
      <g fill="currentColor" stroke="none">
        <circle cx="4" cy="9" r="2.3" />
        <circle cx="9" cy="14" r="2.3" />
        <circle cx="15" cy="9" r="2.3" />
        <circle cx="20" cy="14" r="2.3" />
      </g>
      <path d="M1 11.5c3-3 5-2.5 8 0s5 3 7 .3 4-2.6 7 0" />
    </svg>
  )
}
