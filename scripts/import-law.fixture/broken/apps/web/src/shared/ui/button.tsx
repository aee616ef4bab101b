// breaks: ui-knows-no-app
import { useQuery } from '@tanstack/react-query';

export const Button = () => useQuery;
