import './progress.css';

interface ProgressProps {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
}

const circumference = 2 * Math.PI * 12;
const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

/** Progress as a ring. */
export const Ring = ({ percent, label, size = 30 }: ProgressProps & { readonly size?: number }) => (
  <svg
    className="ring"
    viewBox="0 0 30 30"
    width={size}
    height={size}
    role="progressbar"
    aria-label={label}
    aria-valuenow={Math.round(clamp(percent))}
    aria-valuemin={0}
    aria-valuemax={100}
  >
    <circle cx="15" cy="15" r="12" />
    <circle
      cx="15"
      cy="15"
      r="12"
      strokeDasharray={`${(clamp(percent) / 100) * circumference} ${circumference}`}
    />
  </svg>
);

/** Progress as a line. */
export const ProgressBar = ({ percent, label }: ProgressProps) => (
  <span
    className="progress-bar"
    role="progressbar"
    aria-label={label}
    aria-valuenow={Math.round(clamp(percent))}
    aria-valuemin={0}
    aria-valuemax={100}
  >
    <span style={{ width: `${clamp(percent)}%` }} />
  </span>
);
