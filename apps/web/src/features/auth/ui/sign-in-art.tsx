import './sign-in-art.css';
import { folderColors } from '@holdall/contract/colors';
import { useText } from '#shared/i18n/use-text.ts';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';

const Fjord = () => (
  <svg viewBox="0 0 160 120" preserveAspectRatio="xMidYMid slice">
    <linearGradient id="art-dawn" x2="0" y2="1">
      <stop stopColor="#f7d9b8" />
      <stop offset=".55" stopColor="#e9b9a0" />
      <stop offset="1" stopColor="#8aa6b5" />
    </linearGradient>
    <rect width="160" height="120" fill="url(#art-dawn)" />
    <circle cx="112" cy="38" r="11" fill="#fff3dc" />
    <path d="M0 70l28-24 20 16 30-34 34 36 18-12 30 20v48H0z" fill="#6f8ea0" />
    <path d="M0 84l36-20 26 14 34-22 30 20 34-8v52H0z" fill="#46697d" />
    <path d="M0 96h160v24H0z" fill="#2f4f63" />
    <path d="M0 100h160M20 106h90M60 112h90" stroke="#e9c6a8" strokeOpacity=".35" strokeWidth="1.5" />
  </svg>
);

const House = () => (
  <svg viewBox="0 0 160 120" preserveAspectRatio="xMidYMid slice">
    <linearGradient id="art-day" x2="0" y2="1">
      <stop stopColor="#cfe3ea" />
      <stop offset="1" stopColor="#f3efe6" />
    </linearGradient>
    <rect width="160" height="120" fill="url(#art-day)" />
    <path d="M0 88h160v32H0z" fill="#9aa78a" />
    <path d="M26 56L70 30l60 22v40H26z" fill="#2f3c40" />
    <path d="M26 56L70 30v62H26z" fill="#3d4c50" />
    <path d="M78 54h42v30H78z" fill="#f2c98a" />
    <path d="M92 54v30M106 54v30" stroke="#2f3c40" strokeWidth="2" />
    <path d="M38 62h20v30H38z" fill="#b98a5b" />
    <path d="M0 92c30-6 60 4 90 0s50-4 70 0v28H0z" fill="#6f8061" />
  </svg>
);

/** Decorative picture beside the form. */
export const SignInArt = () => {
  const t = useText();
  return (
    <div className="sign-in-art" aria-hidden="true">
      <div className="art-photo art-fjord">
        <Fjord />
      </div>
      <div className="art-card art-folder">
        <FolderIcon color={folderColors.petrol} emoji="🏗️" width={46} />
        <span>
          <b>{t('sign_in.art.folder')}</b>
          <span className="muted numeric">{t('files.count.items', { count: 24 })}</span>
        </span>
      </div>
      <div className="art-photo art-house">
        <House />
      </div>
      <div className="art-card art-upload">
        <FileIcon name="statement.pdf" category="documents" width={26} />
        <span>
          <span>{t('sign_in.art.file')}</span>
          <i />
        </span>
      </div>
    </div>
  );
};
