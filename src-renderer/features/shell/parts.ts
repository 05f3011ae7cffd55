/** What the shell shows later than its first screen: one file, since most of it shares most of what it needs. */
export { OpenFile } from '#renderer/components/file/OpenFile.tsx';
export { GivenRecipe } from '#renderer/components/recipe/RecipeDialog.tsx';
export { AccountPage } from '../account/AccountPage.tsx';
export { DerivedHead } from '../compare/DerivedHead.tsx';
export { DerivingDialog } from '../compare/DerivingDialog.tsx';
export { QueryForm } from '../explore/QueryForm.tsx';
export { HistoryPage } from '../history/HistoryPage.tsx';
export { CommandPalette, openPalette } from '../palette/CommandPalette.tsx';
export { ProjectDialogs } from '../projects/ProjectsDialog.tsx';
export { RecipeDialogs } from '../recipes/RecipeDialogs.tsx';
export { RecipesOnStart, RecipesPage } from '../recipes/RecipesPage.tsx';
export { NewsOnStart, RepeatNotices } from '../recipes/Repeats.tsx';
export { RequestPage } from '../request/RequestPage.tsx';
export { Results } from '../results/Results.tsx';
export { ServiceProfilePage } from '../service-profile/ServiceProfilePage.tsx';
export { SettingsPage } from '../settings/SettingsPage.tsx';
export { StatusPage } from '../status/StatusPage.tsx';
export { WelcomePage } from '../welcome/WelcomePage.tsx';
