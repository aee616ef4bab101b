/** Names as people give them: cameras, scanners, offices, music, code; in the languages of a mixed team. */
import type { Random } from './random.ts';

type Category = 'images' | 'videos' | 'audios' | 'documents' | 'others';

export interface FileName {
  readonly name: string;
  readonly mimetype: string;
  readonly category: Category;
}

const words = {
  english:
    'annual quarterly budget invoice contract meeting minutes draft final review proposal holiday garden kitchen wedding insurance receipt manual tutorial backup archive project roadmap design sketch recipe letter application certificate passport warranty newsletter presentation onboarding strategy forecast inventory shipping customer supplier marketing campaign interview transcript lecture thesis chapter notes summary schedule itinerary booking ticket statement salary pension mortgage electricity internet plumbing bicycle camping mountain lighthouse harbour sunset birthday'.split(
      ' ',
    ),
  german:
    'Rechnung Vertrag Angebot Übersicht Größe Küche Prüfung Ausweis Straße Gärten Fußball Jahresabschluss Steuererklärung Mietvertrag Urlaubsfotos Kündigung Versicherung Lebenslauf Zeugnis Protokoll Entwurf Haushaltsplan Geburtsurkunde'.split(
      ' ',
    ),
  czech:
    'smlouva faktura výpis účtenka přílohy žádost doklad rodný list dovolená fotky vánoce narozeniny zápis porada rozpočet nájemní čtvrtletní zpráva příručka školení výkaz'.split(
      ' ',
    ),
  french:
    'facture contrat réunion été vacances résumé relevé déclaration impôts école mémoire thèse congés planning devis château forêt'.split(
      ' ',
    ),
  spanish:
    'factura contrato reunión presupuesto vacaciones niños cumpleaños montaña playa informe trimestral nómina currículum'.split(
      ' ',
    ),
  russian:
    'договор счёт отчёт фотографии отпуск паспорт квитанция заявление протокол семья дача экзамен'.split(' '),
};
const languages = Object.values(words);
const joined =
  '家族写真 請求書 契約書 会議メモ 旅行計画 領収書 報告書 年賀状 合同 发票 会议记录 旅行照片 한국어문서 계약서 회의록 여행사진'.split(
    ' ',
  );
const emoji = ['🎉', '📷', '🏖️', '✅', '🐶', '📌'];
const artists = [
  'Björk',
  'Sigur Rós',
  'Miles Davis',
  'Antonín Dvořák',
  'Mylène Farmer',
  'Kraftwerk',
  'Cesária Évora',
];

const documents: readonly (readonly [extension: string, mimetype: string])[] = [
  ['pdf', 'application/pdf'],
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
];
const sources: readonly (readonly [extension: string, mimetype: string])[] = [
  ['ts', 'text/plain'],
  ['json', 'application/json'],
  ['zip', 'application/zip'],
  ['css', 'text/css'],
];

const two = (number: number) => String(number).padStart(2, '0');
const dateOf = (random: Random) => [
  String(2006 + random.below(20)),
  two(1 + random.below(12)),
  two(1 + random.below(28)),
];
const timeOf = (random: Random) => two(random.below(24)) + two(random.below(60)) + two(random.below(60));

/** Two to four words of one language, written as its people write file names. */
const phrase = (random: Random): string => {
  const roll = random.fraction();
  if (roll < 0.06) return random.pick(joined) + (random.fraction() < 0.3 ? String(random.below(100)) : '');
  const list = roll < 0.62 ? words.english : random.pick(languages);
  const chosen = Array.from({ length: 2 + random.below(2) }, () => random.pick(list));
  const text = chosen.join(random.pick([' ', ' ', '_', '-']));
  return random.fraction() < 0.02 ? `${text} ${random.pick(emoji)}` : text;
};

const dated = (random: Random): string => {
  const [year, month, day] = dateOf(random);
  const text = phrase(random);
  switch (random.below(5)) {
    case 0:
      return `${year}-${month}-${day} ${text}`;
    case 1:
      return `${text} ${year}`;
    case 2:
      return `${text} (${1 + random.below(9)})`;
    case 3:
      return `${text} v${1 + random.below(4)}`;
    default:
      return text;
  }
};

export const folderName = (random: Random): string => {
  const [year, month] = dateOf(random);
  switch (random.below(6)) {
    case 0:
      return `${year}`;
    case 1:
      return `${year}-${month}`;
    default:
      return dated(random);
  }
};

export const fileName = (random: Random): FileName => {
  const roll = random.fraction();
  const [year, month, day] = dateOf(random);
  if (roll < 0.3)
    return {
      name: `IMG_${year}${month}${day}_${timeOf(random)}.jpg`,
      mimetype: 'image/jpeg',
      category: 'images',
    };
  if (roll < 0.4)
    return { name: `DSC_${random.below(10_000)}.JPG`, mimetype: 'image/jpeg', category: 'images' };
  if (roll < 0.46) return { name: `${phrase(random)}.png`, mimetype: 'image/png', category: 'images' };
  if (roll < 0.5)
    return {
      name: `VID-${year}${month}${day}-WA${random.below(10_000)}.mp4`,
      mimetype: 'video/mp4',
      category: 'videos',
    };
  if (roll < 0.56)
    return {
      name: `${two(1 + random.below(20))} - ${random.pick(artists)} - ${phrase(random)}.mp3`,
      mimetype: 'audio/mpeg',
      category: 'audios',
    };
  if (roll < 0.66)
    return {
      name: `Scan ${year}-${month}-${day} ${timeOf(random)}.pdf`,
      mimetype: 'application/pdf',
      category: 'documents',
    };
  if (roll < 0.94) {
    const [extension, mimetype] = random.pick(documents);
    return { name: `${dated(random)}.${extension}`, mimetype, category: 'documents' };
  }
  const [extension, mimetype] = random.pick(sources);
  return {
    name: `${phrase(random).replaceAll(' ', '-').toLowerCase()}.${extension}`,
    mimetype,
    category: 'others',
  };
};
