/** Two sheets on a dashed tray. */
export const EmptyPicture = () => (
  <svg width="168" height="118" viewBox="0 0 168 118" aria-hidden="true">
    <rect className="empty-tray" x="9" y="9" width="150" height="100" rx="18" />
    <g className="empty-sheet" transform="translate(46 24) rotate(-9 22 30)">
      <rect width="46" height="58" rx="7" />
      <rect className="empty-image" x="9" y="12" width="28" height="18" rx="4" />
      <path d="M9 40h28M9 47h18" />
    </g>
    <g className="empty-sheet" transform="translate(78 28) rotate(8 22 30)">
      <rect width="46" height="58" rx="7" />
      <path className="empty-text" d="M9 14h28M9 22h28M9 30h20" />
      <circle className="empty-seal" cx="32" cy="44" r="6" />
    </g>
  </svg>
);
